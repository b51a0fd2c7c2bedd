import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createBuilder } from 'vite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { precacheFiles, serviceWorker } from './vite-service-worker.ts';

const ENTRY = fileURLToPath(new URL('../pwa/sw.ts', import.meta.url));
let root: string;

function file(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tillside-sw-'));
});
afterEach(() => rmSync(root, { recursive: true }));

describe('the list of the service worker', () => {
  it('contains every file of the app, hashed files without a revision', () => {
    for (const path of ['index.html', 'assets/app-1a2b.js', 'assets/decoder-3c4d.js', 'icon.svg']) file(path, path);
    const files = precacheFiles(root);
    expect(files.map(({ url }) => url)).toEqual([
      '/assets/app-1a2b.js',
      '/assets/decoder-3c4d.js',
      '/icon.svg',
      '/index.html',
    ]);
    expect(files.map(({ revision }) => revision === null)).toEqual([true, true, false, false]);
  });

  it('excludes itself, source maps and files for robots', () => {
    for (const path of ['sw.js', 'robots.txt', 'assets/app-1a2b.js.map']) file(path, path);
    expect(precacheFiles(root)).toEqual([]);
  });

  it('has another revision for a file when its content changes', () => {
    file('index.html', 'one');
    const [one] = precacheFiles(root);
    file('index.html', 'two');
    expect(precacheFiles(root)[0]?.revision).not.toBe(one?.revision);
  });

  it('is built as one classic script without eval, together with its pages', async () => {
    file('index.html', '<!doctype html><script type="module" src="/page.js"></script>');
    file('page.js', 'import("./lazy.js");');
    file('lazy.js', 'document.title = "lazy";');
    const builder = await createBuilder({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [serviceWorker({ entry: ENTRY })],
      builder: {},
    });
    await builder.buildApp();
    const script = readFileSync(join(root, 'dist/sw.js'), 'utf8');
    expect(script).toMatch(/\/assets\/lazy-[\w-]+\.js/);
    expect(script).toMatch(/\/index\.html/);
    expect(script).not.toMatch(/\beval\(|new Function|^import |^export |PRECACHE/m);
  });
});
