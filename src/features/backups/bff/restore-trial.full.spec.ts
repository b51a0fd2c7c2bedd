import { cpSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { STATUS_DERIVATIONS } from '../../../bff/app/feature-tables.ts';
import { openShopStore } from '../../../bff/app/shop-store.ts';
import { createAudit } from '../../../bff/platform/audit/audit.ts';
import { createLogger } from '../../../bff/platform/base/logging.ts';
import { systemClock, systemRandom } from '../../../bff/platform/base/ports.ts';
import { readConfig } from '../../../bff/platform/config/config.ts';
import { openPostgres } from '../../../bff/platform/store/postgres.ts';
import { openSqlite } from '../../../bff/platform/store/sqlite.ts';
import { signInToPractise, useMachines } from '../../../testing/databases/machines.ts';
import { onStores, POSTGRES, SQLITE } from '../../../testing/databases/stores.ts';
import { shopNamed } from '../../../testing/rigs/shops.ts';
import { MEI, seedPeople } from '../../../testing/rigs/till.ts';
import { backupSourceOf } from './backup-source.ts';
import { makeBackup } from './make-backup.ts';
import { readManifest, UnfitBackup } from './manifest.ts';
import { tryRestore } from './restore-trial.ts';
import { NoScratchDatabase } from './scratch-database.ts';

type Env = Record<string, string>;

onStores([SQLITE, POSTGRES], (kind) => {
  const { path, machine, start, stop } = useMachines(kind);
  const openJournal = async ({ DATA_DIR = '', DATABASE_URL = '' }: Env) =>
    DATABASE_URL === '' ? openSqlite(DATA_DIR) : openPostgresAt(DATABASE_URL);

  async function stoppedShop(): Promise<Env> {
    const env = await machine('shop');
    await signInToPractise(await start(env));
    await stop();
    return env;
  }

  async function backedUp(env: Env): Promise<string> {
    const backup = path('backup');
    await makeBackup(backupSourceOf(readConfig(env), true), backup);
    return backup;
  }

  const trial = (folder: string, { DATABASE_URL = '' }: Env) =>
    tryRestore({
      folder,
      databaseUrl: DATABASE_URL === '' ? null : DATABASE_URL,
      workDir: path(''),
      dataKey: null,
      statusDerivations: STATUS_DERIVATIONS,
      clock: systemClock,
      random: systemRandom,
    });

  async function leftovers({ DATABASE_URL = '' }: Env): Promise<string[]> {
    const folders = readdirSync(path('')).filter((name) => name.startsWith('restore-trial-'));
    if (DATABASE_URL === '') return folders;
    const db = await openPostgresAt(DATABASE_URL);
    const { rows } = await sql<{ name: string }>`select datname as name from pg_database
      where datname like 'tillside_trial_%'`.execute(db);
    await db.destroy();
    return [...folders, ...rows.map(({ name }) => name)];
  }

  it('a good backup is restored and verified, and the trial leaves no files behind', async () => {
    const env = await stoppedShop();
    const before = await leftovers(env);
    expect(await trial(await backedUp(env), env)).toMatchObject({ isSound: true });
    expect(await leftovers(env)).toEqual(before);
  });

  it.each([2, 20])('a good backup of %i shops is restored and verified', async (count) => {
    const env = await stoppedShop();
    const { store, keys } = await openShopStore(readConfig(env), createLogger('silent'));
    const audit = createAudit({ db: store.db, keys, clock: systemClock });
    for (let number = 2; number <= count; number += 1) {
      const shop = shopNamed(`shop-${number}`);
      await seedPeople(store.db, shop);
      for (let entry = 0; entry < number; entry += 1)
        await audit.write({ by: { ...MEI, shop }, action: 'device.code-made' });
    }
    await store.close();
    expect(await trial(await backedUp(env), env)).toMatchObject({ isSound: true });
  });

  it('a truncated copy and a missing key are reported', async () => {
    const env = await stoppedShop();
    const backup = await backedUp(env);
    const other = `${backup}-truncated`;
    cpSync(backup, other, { recursive: true });
    truncateSync(join(other, readManifest(backup)?.file ?? ''), 4_096);
    await expect(trial(other, env)).rejects.toThrow(UnfitBackup);
    rmSync(join(backup, 'keys'));
    await expect(trial(backup, env)).rejects.toThrow('keys is missing');
    expect(await leftovers(env)).toEqual([]);
  });

  it('a backup of a journal with a changed trail entry fails the trial', async () => {
    const env = await stoppedShop();
    const db = await openJournal(env);
    await sql
      .raw(kind === POSTGRES ? 'alter table audit disable trigger user' : 'drop trigger audit_no_update')
      .execute(db);
    await sql`update audit set details = '{"name":"Eve"}' where seq = (select min(seq) from audit)`.execute(db);
    await db.destroy();
    await expect(trial(await backedUp(env), env)).rejects.toThrow('The audit trail was broken before this backup');
  });
});

onStores([POSTGRES], (kind) => {
  const { path, machine } = useMachines(kind);

  it('an account that may not create a database is reported, and the backup is not blamed', async () => {
    const { DATABASE_URL: url = '' } = await machine('shop');
    const db = await openPostgresAt(url);
    await sql`create role trial_reader login password 'trial'`.execute(db);
    const limited = new URL(url);
    limited.username = 'trial_reader';
    limited.password = 'trial';
    try {
      const options = {
        folder: path('none'),
        workDir: path(''),
        dataKey: null,
        statusDerivations: STATUS_DERIVATIONS,
        clock: systemClock,
        random: systemRandom,
      };
      await expect(tryRestore({ ...options, databaseUrl: limited.href })).rejects.toThrow(NoScratchDatabase);
    } finally {
      await sql`drop role trial_reader`.execute(db);
      await db.destroy();
    }
  });
});

function openPostgresAt(url: string) {
  return openPostgres({ url, log: createLogger('silent'), connections: 1 });
}
