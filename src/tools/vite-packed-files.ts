import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Text and other compressible formats; pictures are already compressed. */
const PACKS = /\.(html|js|css|json|webmanifest|svg|wasm|txt)$/;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const FILES_OF_PAGE = /"\/(assets\/[^"]+)"/g;

/**
 * Brotli quality. Eleven takes twenty times as long as six for a tenth less, so it is only used for
 * files of the first screen.
 */
const QUALITY = { first: 11, later: 6 };

/**
 * Adds a brotli and a gzip version of every file of the pages: good compression takes seconds of a
 * core, which a server would spend again after each start, just when its tills reconnect. Runs
 * after every plugin that writes files.
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

/** Compresses every file in a folder that gets smaller. */
export async function packFiles(directory: string): Promise<void> {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && PACKS.test(file.name))
    .map((file) => join(file.parentPath, file.name));
  const lists = ['index.html', 'start.json'].map((name) => readFile(join(directory, name), 'utf8').catch(() => ''));
  const pages = (await Promise.all(lists)).join('');
  const first = new Set([...pages.matchAll(FILES_OF_PAGE)].map(([, name = '']) => join(directory, name)));
  await Promise.all(files.map((file) => packFile(file, first.has(file) ? QUALITY.first : QUALITY.later)));
}

async function packFile(file: string, quality: number): Promise<void> {
  const content = await readFile(file);
  const packed = {
    '.br': await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    '.gz': await zip(content),
  };
  for (const [ending, bytes] of Object.entries(packed))
    if (bytes.length < content.length) await writeFile(file + ending, bytes);
}
