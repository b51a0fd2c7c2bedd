import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The drill that removes a server's journal, built next to the server. */
export default defineConfig({
  publicDir: false,
  build: { ssr: at('main.ts'), outDir: at('../../../dist/drill'), target: 'node20', emptyOutDir: true },
});
