import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The specs that must detect every change of the code that settling depends on. */
export default defineConfig({
  root: fileURLToPath(new URL('../../..', import.meta.url)),
  test: {
    environment: 'node',
    include: [
      'src/bff/redemption/settle/{candidates,rules,schedule,sweep}{,-edges}.spec.ts',
      'src/testing/simulation/without-rule.spec.ts',
    ],
  },
});
