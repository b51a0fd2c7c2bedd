import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The bench programs, built beside the server that they measure. */
export default defineConfig({
  publicDir: false,
  build: { ssr: at('main.ts'), outDir: at('../dist/bench'), target: 'node20', emptyOutDir: true },
});
