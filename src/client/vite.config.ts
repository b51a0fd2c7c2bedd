import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const outDir = at('../../dist/client');

/** Builds the package of the client into dist/client; `tsc` adds its declarations. */
export default defineConfig({
  publicDir: false,
  plugins: [
    {
      name: 'package-files',
      closeBundle() {
        for (const file of ['package.json', 'README.md']) copyFileSync(at(file), `${outDir}/${file}`);
      },
    },
  ],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2023',
    lib: { entry: at('index.ts'), formats: ['es'], fileName: 'index' },
  },
});
