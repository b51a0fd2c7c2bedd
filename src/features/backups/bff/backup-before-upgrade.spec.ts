import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openShopStore } from '../../../bff/app/shop-store.ts';
import { createLogger } from '../../../bff/platform/base/logging.ts';
import { systemClock, systemRandom } from '../../../bff/platform/base/ports.ts';
import { readConfig } from '../../../bff/platform/config/config.ts';
import { openSqlite } from '../../../bff/platform/store/sqlite.ts';
import { backUpBeforeUpgrade, findBackupBeforeUpgrade } from './backup-before-upgrade.ts';
import { readManifest } from './manifest.ts';
import { restoreJournal } from './restore-journal.ts';

const PORTS = { clock: systemClock, random: systemRandom };
const log = createLogger('silent');
const LAST_STEP = '0005-managers';
let folder: string;
let backups: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillside-upgrade-'));
  backups = mkdtempSync(join(tmpdir(), 'tillside-upgrade-to-'));
  await open();
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  rmSync(backups, { recursive: true });
});

async function open(env: Record<string, string> = {}): Promise<void> {
  const { store } = await openShopStore(readConfig({ DATA_DIR: folder, ...env }), log);
  await store.close();
}

/** Makes the journal one of a version that lacked the last step of the database. */
async function makeOlder(): Promise<void> {
  const db = openSqlite(folder);
  await sql`delete from kysely_migration where name = ${LAST_STEP}`.execute(db);
  await db.destroy();
}

const backupsIn = (directory: string) => readdirSync(directory).filter((name) => name.startsWith('before-upgrade-'));

it('starting the version that wrote the journal does not make a backup', async () => {
  await open();
  expect(backupsIn(folder)).toEqual([]);
});

it.each([
  ['BACKUP_TO', () => ({ BACKUP_TO: backups }), () => backups],
  ['DATA_DIR without BACKUP_TO', () => ({}), () => folder],
])('a journal of an older version is backed up in %s before it is migrated', async (_, env, target) => {
  await makeOlder();
  /* The step itself fails here, because its changes exist already. */
  await expect(open(env())).rejects.toThrow('could not be upgraded to this version');
  const [name = ''] = backupsIn(target());
  const manifest = readManifest(join(target(), name));
  expect(manifest?.migrations).not.toContain(LAST_STEP);
  expect(manifest?.hasKey).toBe(true);
});

it('the journal is not migrated if the backup fails', async () => {
  await makeOlder();
  const file = join(backups, 'file');
  writeFileSync(file, '');
  await expect(open({ BACKUP_TO: file })).rejects.toThrow('The journal is unchanged');
  const db = openSqlite(folder);
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  await db.destroy();
  expect(rows.map(({ name }) => name)).not.toContain(LAST_STEP);
});

it('repeated failed upgrades keep only the newest two backups', async () => {
  await makeOlder();
  for (const day of ['01', '02', '03']) {
    const clock = { now: () => Date.parse(`2030-01-${day}T09:00:00Z`) };
    await backUpBeforeUpgrade(readConfig({ DATA_DIR: folder }), clock, log);
  }
  expect(backupsIn(folder)).toEqual(['before-upgrade-2030-01-02T09-00-00Z', 'before-upgrade-2030-01-03T09-00-00Z']);
});

describe('going back to this version', () => {
  const find = (env: Record<string, string> = {}) =>
    findBackupBeforeUpgrade(readConfig({ DATA_DIR: folder, ...env }), Date.parse('2030-02-01T09:00:00Z'));

  async function backUpOn(day: string): Promise<string> {
    const clock = { now: () => Date.parse(`2030-01-${day}T09:00:00Z`) };
    await backUpBeforeUpgrade(readConfig({ DATA_DIR: folder }), clock, log);
    return join(folder, `before-upgrade-2030-01-${day}T09-00-00Z`);
  }

  /** Makes the journal one of a later version. */
  async function makeNewer(step: string): Promise<void> {
    const db = openSqlite(folder);
    await sql`insert into kysely_migration values (${step}, '2030-01-15')`.execute(db);
    await db.destroy();
  }

  it('does not restore a backup if this version can open the journal, or there is none', async () => {
    await backUpOn('01');
    expect(await find()).toBeNull();
    expect(await find({ DATA_DIR: join(backups, 'new') })).toBeNull();
  });

  it('restores the newest backup that this version can open', async () => {
    await backUpOn('01');
    const wanted = await backUpOn('02');
    await makeNewer('9998-later');
    await backUpOn('03');
    expect(await find()).toBe(wanted);
    await restoreJournal({ folder: wanted, replace: true, config: readConfig({ DATA_DIR: folder }), ...PORTS });
    await open();
  });

  it('fails without a usable backup, naming the searched folder', async () => {
    await makeNewer('9998-later');
    await backUpOn('03');
    await expect(find()).rejects.toThrow(`${folder} has no backup from before the upgrade`);
    await expect(find({ BACKUP_TO: backups })).rejects.toThrow(backups);
  });
});
