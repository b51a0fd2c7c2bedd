import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { environment } from './environment.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillside-settings-'));
  file = join(folder, 'settings');
  writeFileSync(file, '# a comment\nCURRENCY=MYR\nTIME_ZONE=Asia/Kuala_Lumpur\n');
  process.env['CURRENCY'] = 'EUR';
});
afterEach(() => {
  for (const name of ['CURRENCY', 'TIME_ZONE', 'TILLSIDE_SETTINGS']) delete process.env[name];
  process.argv = argv;
  rmSync(folder, { recursive: true });
});
const { argv } = process;

it('environment variables override the settings file, and its option is removed from the arguments', () => {
  process.argv = ['node', 'backup.js', '--settings', file, '/backups/today'];
  expect(environment()).toMatchObject({ CURRENCY: 'EUR', TIME_ZONE: 'Asia/Kuala_Lumpur' });
  expect(process.argv).toEqual(['node', 'backup.js', '/backups/today']);
});

it('a file that TILLSIDE_SETTINGS names is read', () => {
  process.env['TILLSIDE_SETTINGS'] = file;
  expect(environment()['TIME_ZONE']).toBe('Asia/Kuala_Lumpur');
});

it.each([
  ['a missing file', join('/none', 'settings')],
  ['no file', ''],
])('%s is refused, naming the setting', (_, named) => {
  process.argv = ['node', 'main.js', '--settings', ...(named === '' ? [] : [named])];
  expect(() => environment()).toThrow(`--settings ${named}: this file cannot be read`);
});
