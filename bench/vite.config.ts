import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * The bench programs, built next to the server that they measure: the bench itself, and its child
 * processes.
 */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    rollupOptions: { input: { main: at('main.ts'), issuer: at('load/issuer.ts'), tills: at('load/tills.ts') } },
    outDir: at('../dist/bench'),
    target: 'node20',
    emptyOutDir: true,
  },
});
