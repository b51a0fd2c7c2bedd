import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../../bff/platform/base/ports.ts';
import { VERSION } from '../../../bff/platform/base/version.ts';
import type { Config } from '../../../bff/platform/config/config.ts';
import { loadDataKey } from '../../../bff/platform/storage/data-key.ts';
import { JOURNAL_FILE } from '../../../bff/platform/store/sqlite.ts';
import { type BackupSource } from './make-backup.ts';
import { UnfitBackup } from './manifest.ts';

/**
 * Returns the source of a backup according to the settings.
 * @param withKey true to include the data key. A key from the environment is never included,
 * because its operator stores it.
 * @throws UnfitBackup if no journal exists
 */
export function backupSourceOf({ dataDir, databaseUrl, dataKey }: Config, withKey: boolean): BackupSource {
  const file = join(dataDir, JOURNAL_FILE);
  if (databaseUrl === null && !existsSync(file))
    throw new UnfitBackup(`There is no journal at ${file}: use the DATA_DIR or DATABASE_URL of the server`);
  const key = dataKey ?? loadDataKey(dataDir, true);
  return {
    journal: databaseUrl === null ? { store: 'sqlite', directory: dataDir } : { store: 'postgres', url: databaseUrl },
    dataKey: key,
    withKey: withKey && dataKey === null,
    version: VERSION,
    clock: systemClock,
  };
}
