import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The simulation, built to run independently for any time. */
export default defineConfig({
  publicDir: false,
  build: { ssr: at('main.ts'), outDir: at('../../../dist/simulation'), target: 'node20', emptyOutDir: true },
});
