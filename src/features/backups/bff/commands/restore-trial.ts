import { STATUS_DERIVATIONS } from '../../../../bff/app/feature-tables.ts';
import { systemClock, systemRandom } from '../../../../bff/platform/base/ports.ts';
import { readConfig } from '../../../../bff/platform/config/config.ts';
import { environment } from '../../../../bff/platform/config/environment.ts';
import { loadDataKey } from '../../../../bff/platform/storage/data-key.ts';
import { listBackups } from '../list-backups.ts';
import { tryRestore } from '../restore-trial.ts';
import { NoScratchDatabase, TRIAL_IMPOSSIBLE } from '../scratch-database.ts';

/**
 * `npm run restore:trial`: restores the newest automatic backup into a temporary folder or database
 * and verifies it; `-- FOLDER` another one. Exit code 1 and a message report a backup that is
 * unfit, exit code 3 that a trial is not possible here. Servers run it after each backup.
 */
process.umask(0o077);
try {
  const config = readConfig(environment());
  const [, , named] = process.argv;
  const to = config.backups?.to;
  const folder = named ?? (to && listBackups(to, systemClock.now()).at(-1)?.folder);
  if (folder === undefined) throw new Error('There is no backup in BACKUP_TO');
  const isLeftOut = config.dataKey === null && config.backups?.withKey === false;
  const dataKey = isLeftOut ? loadDataKey(config.dataDir, true) : config.dataKey;
  const { isSound, report } = await tryRestore({
    folder,
    databaseUrl: config.databaseUrl,
    workDir: config.dataDir,
    dataKey,
    statusDerivations: STATUS_DERIVATIONS,
    clock: systemClock,
    random: systemRandom,
  });
  process.stdout.write(`restored  ${folder}\n${report.join('')}`);
  process.exitCode = isSound ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'The backup could not be restored'}\n`);
  process.exitCode = error instanceof NoScratchDatabase ? TRIAL_IMPOSSIBLE : 1;
}
