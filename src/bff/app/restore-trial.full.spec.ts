import { cpSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { signInToPractise, useMachines } from '../../testing/databases/machines.ts';
import { SQLITE } from '../../testing/databases/stores.ts';
import { systemClock, systemRandom } from '../platform/base/ports.ts';
import { readConfig } from '../platform/config/config.ts';
import { backupSourceOf } from '../platform/storage/backup-source.ts';
import { makeBackup } from '../platform/storage/make-backup.ts';
import { UnfitBackup } from '../platform/storage/manifest.ts';
import { openSqlite } from '../platform/store/sqlite.ts';
import { tryRestore } from './restore-trial.ts';

const { path, machine, start, stop } = useMachines(SQLITE);

async function stoppedShop(): Promise<Record<string, string>> {
  const env = await machine('shop');
  await signInToPractise(await start(env));
  await stop();
  return env;
}

async function backedUp(env: Record<string, string>): Promise<string> {
  const backup = path('backup');
  await makeBackup(backupSourceOf(readConfig(env), true), backup);
  return backup;
}
const trial = (folder: string) =>
  tryRestore({ folder, workDir: path(''), dataKey: null, clock: systemClock, random: systemRandom });
const leftovers = () => readdirSync(path('')).filter((name) => name.startsWith('restore-trial-'));

it('a good backup is restored and verified, and nothing of it is left', async () => {
  const before = leftovers();
  expect(await trial(await backedUp(await stoppedShop()))).toMatchObject({ isSound: true });
  expect(leftovers()).toEqual(before);
});

it('a truncated copy and a missing key are named', async () => {
  const backup = await backedUp(await stoppedShop());
  const other = `${backup}-truncated`;
  cpSync(backup, other, { recursive: true });
  truncateSync(join(other, 'tillside.sqlite'), 4_096);
  await expect(trial(other)).rejects.toThrow(UnfitBackup);
  rmSync(join(backup, 'keys'));
  await expect(trial(backup)).rejects.toThrow('keys is missing');
});

it('a backup of a journal with a changed entry in its trail is not sound', async () => {
  const env = await stoppedShop();
  const db = openSqlite(env['DATA_DIR'] ?? '');
  await sql`drop trigger audit_no_update`.execute(db);
  await sql`update audit set details = '{"name":"Eve"}' where seq = (select min(seq) from audit)`.execute(db);
  await db.destroy();
  await expect(trial(await backedUp(env))).rejects.toThrow('The audit trail was broken before this backup');
});
