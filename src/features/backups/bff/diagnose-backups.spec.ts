import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../../../bff/platform/config/config.ts';
import { diagnoseBackups } from './diagnose-backups.ts';
import { folderFor } from './list-backups.ts';
import { writeManifest } from './manifest.ts';

const NOW = Date.parse('2030-01-15T12:00:00Z');
const HOUR_MS = 3_600_000;
let to: string;

beforeEach(() => {
  to = mkdtempSync(join(tmpdir(), 'tillside-backups-'));
});
afterEach(() => rmSync(to, { recursive: true }));

const found = (target = to) => diagnoseBackups(readConfig({ BACKUP_TO: target }), NOW);

function addBackup(madeAt: number): void {
  const folder = folderFor(to, madeAt);
  mkdirSync(folder);
  writeManifest(folder, {
    format: 1,
    madeAt: new Date(madeAt).toISOString(),
    version: '0.1.0',
    store: 'sqlite',
    journalId: null,
    dataKeyMarks: [],
    migrations: [],
    file: 'tillside.sqlite',
    bytes: 0,
    sha256: '',
    hasKey: false,
    trails: [],
  });
}

it('the age of the newest backup is reported', () => {
  addBackup(NOW - 30 * HOUR_MS);
  addBackup(NOW - 3 * HOUR_MS);
  expect(found()).toEqual([{ ok: true, subject: 'backups', message: 'the newest is 3 h old' }]);
});

it('a backup that is two days old is a problem', () => {
  addBackup(NOW - 48 * HOUR_MS);
  expect(found()).toMatchObject([
    { ok: false, message: expect.stringContaining('the newest is 48 h old, but one is due every 24 h') },
  ]);
});

it('a folder without a backup is only noted, because the first start makes one', () => {
  expect(found()).toMatchObject([{ ok: true, isNote: true }]);
});

it('a target that is not a folder is reported with the settings instead', () => {
  writeFileSync(join(to, 'file'), '');
  expect(found(join(to, 'file'))).toEqual([]);
});
