import { parseArgs } from 'node:util';
import { systemClock, systemRandom } from '../../../../bff/platform/base/ports.ts';
import { readConfig } from '../../../../bff/platform/config/config.ts';
import { environment } from '../../../../bff/platform/config/environment.ts';
import { findBackupBeforeUpgrade } from '../backup-before-upgrade.ts';
import { describeRestore } from '../backup-report.ts';
import { restoreJournal } from '../restore-journal.ts';

/**
 * `npm run restore -- FOLDER`: restores a backup as the journal of the server's environment. No
 * server may run. `--replace` moves an existing journal aside, or removes it in PostgreSQL.
 * `--before-upgrade` names no folder: it restores the backup from before an upgrade if this version
 * is too old for the journal.
 */
const USAGE =
  'npm run restore -- FOLDER [--replace], where FOLDER is one backup, or npm run restore -- --before-upgrade';

process.umask(0o077);
try {
  const env = environment();
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false }, 'before-upgrade': { type: 'boolean', default: false } },
  });
  const goesBack = values['before-upgrade'];
  if (positionals.length !== (goesBack ? 0 : 1)) throw new Error(USAGE);
  const config = readConfig(env);
  const folder = goesBack ? await findBackupBeforeUpgrade(config, systemClock.now()) : (positionals[0] ?? '');
  const replace = goesBack || values.replace;
  process.stdout.write(
    folder === null
      ? 'This version can open the journal: nothing was restored\n'
      : describeRestore(await restoreJournal({ folder, replace, config, clock: systemClock, random: systemRandom })),
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'The backup could not be restored'}\n`);
  process.exitCode = 1;
}
