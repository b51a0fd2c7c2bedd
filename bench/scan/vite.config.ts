import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The page `/bench/scan/index.html`, the engines that Tillside is compared with, and the films. */
export default defineConfig({
  root: at('../..'),
  plugins: [react(), tailwindcss()],
  worker: { format: 'es' },
  build: {
    outDir: at('../../dist/bench-pages'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: {
      input: { index: at('index.html'), rivals: at('rivals.ts'), films: at('films.ts') },
      output: { entryFileNames: ({ name }) => (name === 'rivals' || name === 'films' ? `${name}.js` : 'assets/[name]-[hash].js') },
    },
  },
});
