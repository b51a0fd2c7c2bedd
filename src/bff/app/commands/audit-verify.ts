import { readNotedEnd } from '../../platform/audit/report.ts';
import { readConfig } from '../../platform/config/config.ts';
import { environment } from '../../platform/config/environment.ts';
import { openExisting } from '../../platform/storage/open-existing.ts';
import { verifyJournal } from '../../redemption/journal/verify-journal.ts';
import { STATUS_DERIVATIONS } from '../feature-tables.ts';

/**
 * `npm run audit:verify`: checks that the audit trail and the sealed facts and Z reports are
 * unchanged, and that every operation's state follows from its facts. Exit code 1 names the
 * differences. A server may run at the same time, and a read-only database user is enough. `npm run
 * audit:verify -- SEQ:HASH` also checks that the trails still contain an end that was printed
 * earlier; several, separated by spaces, one of each shop.
 */
try {
  const config = readConfig(environment());
  const noted = process.argv.slice(2).map(readNotedEnd);
  const { db, keys } = await openExisting(config, 'fact_seal');
  const { isSound, report } = await verifyJournal(db, keys, STATUS_DERIVATIONS, noted).finally(() => db.destroy());
  process.stdout.write(report.join(''));
  process.exitCode = isSound ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'The audit trail could not be read'}\n`);
  process.exitCode = 1;
}
