import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLogger } from '../../../bff/platform/base/logging.ts';
import { createMetrics } from '../../../bff/platform/metrics/metrics.ts';
import { createManualClock, type ManualClock } from '../../../testing/clock.ts';
import { NO_READINGS } from '../../../testing/rigs/till.ts';
import { type Backups, createBackups } from './backups.ts';
import { backupSource } from './case.ts';
import { backupGauges } from './gauges.ts';
import { UnfitBackup, writeManifest } from './manifest.ts';

const HOUR_MS = 3_600_000;
let to: string;
let clock: ManualClock;
let full: boolean;
let tried: string[];
let isUnfit: boolean;
let logged: string[];
let backups: Backups[];
beforeEach(() => {
  to = join(mkdtempSync(join(tmpdir(), 'tillside-backups-')), 'backups');
  clock = createManualClock();
  full = false;
  tried = [];
  isUnfit = false;
  logged = [];
  backups = [];
  mkdirSync(to);
});
afterEach(async () => {
  for (const one of backups) await one.stop();
  rmSync(join(to, '..'), { recursive: true });
});

/** A server with daily backups that stores two of them. */
function serve(): Backups {
  const make = (folder: string): Promise<void> => {
    mkdirSync(folder);
    if (full) return Promise.reject(new UnfitBackup('the disk is full'));
    const about = { format: 1, version: '0', store: 'sqlite', journalId: null, hasKey: false } as const;
    writeManifest(folder, {
      ...about,
      madeAt: new Date(clock.now()).toISOString(),
      file: 'tillside.sqlite',
      dataKeyMarks: [],
      bytes: 0,
      sha256: '',
      migrations: [],
      trails: [],
    });
    return Promise.resolve();
  };
  const tryRestore = async (folder: string) => {
    tried.push(basename(folder));
    if (isUnfit) throw new Error('keys is missing');
  };
  const log = createLogger('info', { write: (line) => logged.push(line) });
  const one = createBackups({ to, everyMs: 24 * HOUR_MS, copiesMax: 2, make, tryRestore, clock, log });
  backups.push(one);
  one.start();
  return one;
}
const made = () => readdirSync(to).sort();

it('a backup is made at once and then daily, the last two are kept, and other files in the folder stay unchanged', async () => {
  const server = serve();
  await clock.advance(0);
  expect(made()).toEqual(['tillside-2030-01-15T09-00-00Z']);
  mkdirSync(join(to, 'tillside-2029-01-01T00-00-00Z'));
  writeFileSync(join(to, 'notes.txt'), 'ours');
  mkdirSync(join(to, 'tillside-by-hand'));
  await clock.advance(49 * HOUR_MS);
  expect(made()).toEqual([
    'notes.txt',
    'tillside-2030-01-16T09-00-00Z',
    'tillside-2030-01-17T09-00-00Z',
    'tillside-by-hand',
  ]);
  expect([server.lastAt(), server.trouble()]).toEqual([Date.UTC(2030, 0, 17, 9), null]);
});

it('a restarted server waits until the next backup is due', async () => {
  await serve().stop();
  await clock.advance(10 * HOUR_MS);
  const next = serve();
  await clock.advance(13 * HOUR_MS);
  expect(made()).toHaveLength(1);
  await clock.advance(2 * HOUR_MS);
  expect(made()).toHaveLength(2);
  expect(next.lastAt()).toBe(Date.UTC(2030, 0, 16, 9));
});

it('a failed backup is reported to managers and in the metrics until one succeeds, and is soon retried', async () => {
  const server = serve();
  await clock.advance(0);
  full = true;
  await clock.advance(25 * HOUR_MS);
  const failedAt = new Date(Date.UTC(2030, 0, 16, 9)).toISOString();
  expect(
    (await backupSource(server).cases()).map(({ item }) => [
      item.kind,
      item.since,
      item.evidence.map(({ code }) => code),
    ]),
  ).toEqual([['backup', failedAt, ['backup-last', 'backup-failed']]]);
  const metrics = createMetrics();
  const text = () => metrics.text({ ...NO_READINGS, gauges: backupGauges(server) });
  expect(await text()).toContain('tillside_backup_trouble 1');
  expect(await text()).toContain(`tillside_backup_last_success_timestamp_seconds ${Date.UTC(2030, 0, 15, 9) / 1000}`);
  expect(logged.filter((line) => line.includes('the disk is full')).length).toBeGreaterThan(2);
  full = false;
  await clock.advance(HOUR_MS / 4);
  expect([server.trouble(), await backupSource(server).find('backup')]).toEqual([null, null]);
  expect(await text()).toContain('tillside_backup_trouble 0');
  expect(made()).toHaveLength(2);
});

it('a backup that does not end is reported an hour after it was due, and the metrics omit backups if there are none', async () => {
  const never = createBackups({
    to,
    everyMs: HOUR_MS,
    copiesMax: 1,
    clock,
    log: createLogger('silent'),
    make: () => new Promise(() => undefined),
  });
  never.start();
  await clock.advance(2 * HOUR_MS + 1);
  expect(never.trouble()).toMatchObject({ code: 'backup-old', lastAt: null });
  expect(await createMetrics().text(NO_READINGS)).not.toMatch(/^tillside_backup_trouble \d/m);
});

it('the server does not wait for a backup dated in the future, because the clock was set since', async () => {
  await serve().stop();
  clock.jump(-48 * HOUR_MS);
  serve();
  await clock.advance(0);
  expect(made()).toHaveLength(2);
});

it('backups dated in the future are replaced by new ones, and do not hide a missing one', async () => {
  const before = serve();
  await clock.advance(48 * HOUR_MS);
  await before.stop();
  expect(made()).toHaveLength(2);
  clock.jump(-30 * 24 * HOUR_MS);
  const after = serve();
  await clock.advance(0);
  expect(made()).toEqual(['tillside-2029-12-18T09-00-00Z', 'tillside-2030-01-17T09-00-00Z']);
  expect([after.lastAt(), after.trouble()]).toEqual([Date.UTC(2029, 11, 18, 9), null]);
  await clock.advance(24 * HOUR_MS);
  expect(made()).toEqual(['tillside-2029-12-18T09-00-00Z', 'tillside-2029-12-19T09-00-00Z']);
  full = true;
  await clock.advance(26 * HOUR_MS);
  expect(after.trouble()).toMatchObject({ lastAt: Date.UTC(2029, 11, 19, 9) });
});

it('a backup that disappears at once counts as failed', async () => {
  const log = createLogger('info', { write: (line) => logged.push(line) });
  const gone = createBackups({ to, everyMs: HOUR_MS, copiesMax: 1, make: () => Promise.resolve(), clock, log });
  backups.push(gone);
  gone.start();
  await clock.advance(0);
  expect(gone.trouble()).toMatchObject({ code: 'backup-failed', lastAt: null });
  expect(logged.join('')).not.toContain('a backup was made');
});

it('each backup is restored in a trial, and managers are notified until one succeeds, even after a restart', async () => {
  isUnfit = true;
  const server = serve();
  await clock.advance(0);
  expect(tried).toEqual(['tillside-2030-01-15T09-00-00Z']);
  expect(server.trouble()).toMatchObject({ code: 'backup-unfit', since: clock.now() });
  const [item] = await backupSource(server).cases();
  expect(item?.item.evidence).toMatchObject([{ code: 'backup-unfit' }]);
  await server.stop();
  const restarted = serve();
  await clock.advance(0);
  expect(tried).toHaveLength(1);
  expect(restarted.trouble()).toMatchObject({ code: 'backup-unfit' });
  isUnfit = false;
  await clock.advance(24 * HOUR_MS);
  expect(tried).toHaveLength(2);
  expect(restarted.trouble()).toBeNull();
});

it('a trial that was interrupted by a server’s stop is repeated by the next server', async () => {
  isUnfit = true;
  const server = serve();
  await server.stop();
  expect(tried).toHaveLength(1);
  isUnfit = false;
  const next = serve();
  await clock.advance(0);
  expect(tried).toHaveLength(2);
  expect(next.trouble()).toBeNull();
});
