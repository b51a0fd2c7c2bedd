import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The specs that have to notice every change of what settling stands on. */
export default defineConfig({
  root: fileURLToPath(new URL('../../..', import.meta.url)),
  test: {
    environment: 'node',
    include: ['src/bff/redemption/settle/{candidates,rules,schedule,sweep}{,-edges}.spec.ts', 'src/testing/simulation/without.spec.ts'],
  },
});
