import { parseArgs } from 'node:util';
import { systemClock, systemRandom } from '../../platform/base/ports.ts';
import { readConfig } from '../../platform/config/config.ts';
import { environment } from '../../platform/config/environment.ts';
import { describeRestore } from '../../platform/storage/backup-report.ts';
import { restoreJournal } from '../../platform/storage/restore-journal.ts';

/**
 * `npm run restore -- FOLDER`: restores a backup as the journal of the server's environment. No
 * server may run. `--replace` moves an existing journal aside, or removes it in PostgreSQL.
 */
const USAGE = 'npm run restore -- FOLDER [--replace]: FOLDER is one backup';

process.umask(0o077);
try {
  const env = environment();
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  });
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) throw new Error(USAGE);
  const config = readConfig(env);
  const restored = await restoreJournal({
    folder,
    replace: values.replace,
    config,
    clock: systemClock,
    random: systemRandom,
  });
  process.stdout.write(describeRestore(restored));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'The backup could not be restored'}\n`);
  process.exitCode = 1;
}
