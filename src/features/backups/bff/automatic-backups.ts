import type { RunningServer } from '../../../bff/app/feature.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { Config } from '../../../bff/platform/config/config.ts';
import { acrossShops } from '../../../bff/platform/store/across-shops.ts';
import { backupSourceOf } from './backup-source.ts';
import { type Backups, createBackups, type TryRestore } from './backups.ts';
import { makeBackup } from './make-backup.ts';
import { TRIAL_IMPOSSIBLE } from './scratch-database.ts';

interface AutomaticBackupsDeps extends Pick<Ports, 'db' | 'clock' | 'log'> {
  readonly config: Config;
  readonly running: Pick<RunningServer, 'runCommand' | 'dataKey'>;
}

/** The backups of the settings, or null. */
export function automaticBackups({ config, db, clock, log, running }: AutomaticBackupsDeps): Backups | null {
  if (config.backups === null) return null;
  const { withKey, keep: copiesMax, ...set } = config.backups;
  const { runCommand, dataKey } = running;
  const make = (folder: string) =>
    makeBackup(backupSourceOf({ ...config, dataKey: config.dataKey && dataKey() }, withKey), folder);
  const isSetUp = async () => (await acrossShops(db).selectFrom('person').select('id').limit(1).execute()).length > 0;
  const tryRestore: TryRestore = async (folder, signal) => {
    try {
      await runCommand?.('restore-trial', [folder], signal);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === TRIAL_IMPOSSIBLE)) throw error;
      log.warn({}, 'backups are not restored in a trial: the account of DATABASE_URL may not create a database');
    }
  };
  return createBackups({ ...set, copiesMax, make, clock, log, isSetUp, ...(runCommand && { tryRestore }) });
}
