import { parseArgs } from 'node:util';
import { systemClock } from '../../../../bff/platform/base/ports.ts';
import { readConfig } from '../../../../bff/platform/config/config.ts';
import { environment } from '../../../../bff/platform/config/environment.ts';
import { rotateJournalKeys } from '../rotate-journal-keys.ts';
import { describeRotated } from '../rotation-report.ts';

/**
 * `npm run keys:rotate`: creates a new data key and a new sealing key for the journal of the
 * server's environment, while servers run. `--to FILE` is the file of the new data key, existing or
 * not, if DATA_KEY contains the old one.
 */
const USAGE = 'npm run keys:rotate [-- --to FILE]';

process.umask(0o077);
try {
  const env = environment();
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { to: { type: 'string' } } });
  if (positionals.length > 0) throw new Error(USAGE);
  const config = readConfig(env);
  const rotated = await rotateJournalKeys({ config, to: values.to ?? null, clock: systemClock });
  process.stdout.write(describeRotated(rotated, config.dataKey !== null));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'The keys could not be rotated'}\n`);
  process.exitCode = 1;
}
