import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

/** Replaces Vite: writes the files of a build, or fails on request. */
const BUILDER = `
const { mkdirSync, writeFileSync, existsSync } = require('node:fs');
if (existsSync('broken')) process.exit(3);
for (const file of ['dist/pwa/index.html', 'dist/server/main.js']) {
  mkdirSync(require('node:path').dirname(file), { recursive: true });
  writeFileSync(file, '');
}`;
const PROGRAM = 'src/tools/build-if-needed.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tillside-build-'));
  put(PROGRAM);
  copyFileSync(fileURLToPath(new URL('./build-if-needed.mjs', import.meta.url)), join(root, PROGRAM));
  put('node_modules/vite/bin/vite.js', BUILDER);
  put('src/pwa/main.tsx');
  put('package-lock.json');
});
afterEach(() => rmSync(root, { recursive: true }));

function put(path: string, text = ''): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** Sets when a file changed, in seconds from now. */
function age(path: string, seconds: number): void {
  const time = Date.now() / 1000 + seconds;
  utimesSync(join(root, path), time, time);
}

function run(): { status: number | null; said: string } {
  const { status, stdout } = spawnSync(process.execPath, [join(root, PROGRAM)], { cwd: '/', encoding: 'utf8' });
  return { status, said: stdout };
}

it('the start builds once, and again only when something that affects the build changed', () => {
  expect(run()).toEqual({ status: 0, said: 'Building, because there is no build yet.\n' });
  for (const built of ['dist/pwa/index.html', 'dist/server/main.js']) age(built, 10);
  expect(run()).toEqual({ status: 0, said: '' });
  for (const changed of ['src/pwa/main.tsx', 'package-lock.json']) {
    age(changed, 20);
    expect(run().said).toBe('Building, because sources changed.\n');
    age(changed, -20);
    for (const built of ['dist/pwa/index.html', 'dist/server/main.js']) age(built, 10);
  }
  rmSync(join(root, 'dist/server'), { recursive: true });
  expect(run().said).toBe('Building, because there is no build yet.\n');
});

it('a failed build stops the start', () => {
  put('broken');
  expect(run().status).toBe(3);
});

it('a missing build without the development packages ends in one sentence', () => {
  rmSync(join(root, 'node_modules'), { recursive: true });
  const { status, stderr } = spawnSync(process.execPath, [join(root, PROGRAM)], { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toBe('The build needs the development packages: run npm ci, or install a release archive instead.\n');
});
