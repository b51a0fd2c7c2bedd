import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createBuilder } from 'vite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packedFiles, packFiles } from './vite-packed-files.ts';

const TEXT = '<title>Till</title>'.repeat(20);
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tillside-packed-'));
});
afterEach(() => rmSync(root, { recursive: true }));

describe('packed files', () => {
  it('exist for files that become smaller, and have the same content', async () => {
    mkdirSync(join(root, 'assets'));
    writeFileSync(join(root, 'index.html'), TEXT);
    writeFileSync(join(root, 'assets/a.js'), TEXT);
    await packFiles(root);
    expect(readdirSync(join(root, 'assets')).sort()).toEqual(['a.js', 'a.js.br', 'a.js.gz']);
    expect(brotliDecompressSync(readFileSync(join(root, 'index.html.br'))).toString()).toBe(TEXT);
    expect(gunzipSync(readFileSync(join(root, 'index.html.gz'))).toString()).toBe(TEXT);
  });

  it('are not made of pictures and maps, or if they would be larger', async () => {
    writeFileSync(join(root, 'icon.png'), TEXT);
    writeFileSync(join(root, 'a.js.map'), TEXT);
    writeFileSync(join(root, 'robots.txt'), 'x');
    await packFiles(root);
    expect(readdirSync(root).sort()).toEqual(['a.js.map', 'icon.png', 'robots.txt']);
  });

  it('are created for the pages of a build', async () => {
    writeFileSync(join(root, 'index.html'), TEXT);
    const builder = await createBuilder({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [packedFiles()],
      builder: {},
    });
    await builder.buildApp();
    expect(readdirSync(join(root, 'dist')).sort()).toEqual(['index.html', 'index.html.br', 'index.html.gz']);
  });
});
