import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The security tests, built next to the server that they attack. */
export default defineConfig({
  publicDir: false,
  build: { ssr: at('main.ts'), outDir: at('../../../dist/security'), target: 'node20', emptyOutDir: true },
});
