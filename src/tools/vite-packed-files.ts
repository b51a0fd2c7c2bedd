import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** What is text, or packs like it; pictures are packed already. */
const PACKS = /\.(html|js|css|json|webmanifest|svg|wasm|txt)$/;
const WAYS = [
  { ending: '.br', pack: promisify(brotliCompress) },
  { ending: '.gz', pack: promisify(gzip) },
];

/**
 * Puts a brotli and a gzip of every file of the pages beside it, for whatever serves them: packing
 * well takes seconds of a core, which a server would spend again after each start, just when its
 * tills come back. Comes after every plugin that writes files.
 */
export function packedFiles(): Plugin {
  return {
    name: 'tillside:packed-files',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const { root, build: options } = this.environment.config;
        await packFiles(resolve(root, options.outDir));
      },
    },
  };
}

/** Packs every file in a folder that gets smaller by it; the others have nothing beside them. */
export async function packFiles(directory: string): Promise<void> {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && PACKS.test(file.name))
    .map((file) => join(file.parentPath, file.name));
  await Promise.all(files.map(packFile));
}

async function packFile(file: string): Promise<void> {
  const content = await readFile(file);
  for (const { ending, pack } of WAYS) {
    const packed = await pack(content);
    if (packed.length < content.length) await writeFile(file + ending, packed);
  }
}
