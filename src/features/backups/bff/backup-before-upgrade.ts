import { describeError, type Logger } from '../../../bff/platform/base/logging.ts';
import type { Clock } from '../../../bff/platform/base/ports.ts';
import type { Config } from '../../../bff/platform/config/config.ts';
import { openDatabase } from '../../../bff/platform/storage/open-existing.ts';
import { migrationsOf, unknownSteps } from '../../../bff/platform/store/migrate.ts';
import { hasTable } from '../../../bff/platform/store/migrations/dialect.ts';
import { isEmptyJournal } from '../../../bff/platform/store/sqlite.ts';
import { backupSourceOf } from './backup-source.ts';
import { COPIES_MAX } from './limits.ts';
import { type FinishedBackup, folderFor, listBackups, removeOldBackups } from './list-backups.ts';
import { makeBackup } from './make-backup.ts';
import { readManifest, UnfitBackup } from './manifest.ts';

/**
 * Makes a backup of a journal that this version is about to migrate, in `BACKUP_TO`, or in
 * `DATA_DIR` without it. To go back, the older version restores it. A shared database without
 * `BACKUP_TO` has backups of its own.
 * @throws Error with a message for the operator
 */
export async function backUpBeforeUpgrade(config: Config, clock: Pick<Clock, 'now'>, log: Logger): Promise<void> {
  const { backups, databaseUrl, dataDir } = config;
  if (backups === null && databaseUrl !== null) return;
  const to = backups?.to ?? dataDir;
  const now = clock.now();
  const folder = folderFor(to, now, 'before-upgrade');
  try {
    await makeBackup(backupSourceOf(config, backups?.withKey ?? true), folder);
    removeOldBackups(to, COPIES_MAX, now, 'before-upgrade');
  } catch (error) {
    log.error(describeError(error), 'failed to make a backup before the upgrade');
    const reason = error instanceof Error ? error.message : 'unknown reason';
    throw new Error(
      `No backup could be made in ${folder} before the upgrade (${reason}). The journal is unchanged: the old ` +
        'version can still open it',
      { cause: error },
    );
  }
  log.info({}, 'a backup was made before the upgrade');
}

/**
 * Returns the backup from before the upgrade of a journal that a newer version has migrated; null
 * if this version can open the journal.
 * @throws UnfitBackup if no such backup exists
 */
export async function findBackupBeforeUpgrade(config: Config, now: number): Promise<string | null> {
  const { backups, databaseUrl, dataDir } = config;
  if (databaseUrl === null && isEmptyJournal(dataDir)) return null;
  const db = await openDatabase(config);
  try {
    const steps = (await hasTable(db, 'kysely_migration')) ? await migrationsOf(db) : [];
    if (unknownSteps(steps).length === 0) return null;
  } finally {
    await db.destroy();
  }
  const to = backups?.to ?? dataDir;
  const isOlder = ({ folder }: FinishedBackup) => unknownSteps(readManifest(folder)?.migrations ?? []).length === 0;
  const newest = listBackups(to, now, 'before-upgrade').findLast(isOlder);
  if (newest === undefined)
    throw new UnfitBackup(
      `This journal was written by a newer version, and ${to} has no backup from before the upgrade`,
    );
  return newest.folder;
}
