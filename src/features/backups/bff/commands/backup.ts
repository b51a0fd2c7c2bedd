import { parseArgs } from 'node:util';
import { readConfig } from '../../../../bff/platform/config/config.ts';
import { environment } from '../../../../bff/platform/config/environment.ts';
import { describeBackup } from '../backup-report.ts';
import { backupSourceOf } from '../backup-source.ts';
import { makeBackup } from '../make-backup.ts';

/**
 * `npm run backup -- FOLDER`: copies the journal of the server's environment to a folder that is
 * new or empty. A server may run at the same time. `--no-key` leaves the data key out.
 */
const USAGE = 'npm run backup -- FOLDER [--no-key]: FOLDER must be new or empty';

process.umask(0o077);
try {
  const env = environment();
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'no-key': { type: 'boolean', default: false } },
  });
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) throw new Error(USAGE);
  const config = readConfig(env);
  const journal = config.databaseUrl === null ? config.dataDir : 'DATABASE_URL';
  const kind = config.service === 'sandbox' ? ', of training vouchers' : '';
  process.stdout.write(`Journal: ${journal}${kind}\n`);
  const manifest = await makeBackup(backupSourceOf(config, !values['no-key']), folder);
  process.stdout.write(describeBackup(folder, manifest, config.dataKey === null ? 'stored' : 'configured'));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'The backup could not be made'}\n`);
  process.exitCode = 1;
}
