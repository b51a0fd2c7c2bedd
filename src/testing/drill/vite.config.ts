import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The program that takes the journal away from a server, built beside the server. */
export default defineConfig({
  publicDir: false,
  build: { ssr: at('main.ts'), outDir: at('../../../dist/drill'), target: 'node20', emptyOutDir: true },
});
