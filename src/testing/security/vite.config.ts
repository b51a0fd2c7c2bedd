import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The program that attacks the server, built beside the server that it attacks. */
export default defineConfig({
  publicDir: false,
  build: { ssr: at('main.ts'), outDir: at('../../../dist/security'), target: 'node20', emptyOutDir: true },
});
