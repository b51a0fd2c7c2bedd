import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemRandom } from '../base/ports.ts';
import { lockDataFolder } from './single-server.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tillside-single-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

it('a data folder belongs to one server at a time', async () => {
  const first = lockDataFolder(directory, systemRandom);
  expect(await first.alive()).toEqual(new Set([first.id]));
  expect(() => lockDataFolder(directory, systemRandom)).toThrow('DATA_DIR is in use by another server');
  await first.close();
  await lockDataFolder(directory, systemRandom).close();
});

it('a killed server leaves the folder to the next server, which has another id', async () => {
  const holder = spawn(process.execPath, ['--input-type=module', '-e', HOLD, join(directory, 'tillside.lock')]);
  await once(holder.stdout, 'data');
  expect(() => lockDataFolder(directory, systemRandom)).toThrow('in use');
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const next = lockDataFolder(directory, systemRandom);
  const later = lockDataFolder(':memory:', systemRandom);
  expect(next.id).not.toBe(later.id);
  await next.close();
});

it('only the lock file is left behind, and a database in memory needs none', async () => {
  const servers = lockDataFolder(directory, systemRandom);
  await servers.close();
  expect(readdirSync(directory)).toEqual(['tillside.lock']);
  await lockDataFolder(':memory:', systemRandom).close();
});

/** The program of another process that holds the folder. */
const HOLD = `
  import { DatabaseSync } from ${JSON.stringify(createRequire(import.meta.url).resolve('@photostructure/sqlite'))};
  new DatabaseSync(process.argv[1]).exec('BEGIN EXCLUSIVE');
  process.stdout.write('held');
  setInterval(() => {}, 1000);
`;
