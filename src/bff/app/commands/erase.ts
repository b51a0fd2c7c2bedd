import { sql } from 'kysely';
import { erasePerson } from '../../access/people/erase-person.ts';
import { createAudit } from '../../platform/audit/audit.ts';
import { systemClock, systemRandom } from '../../platform/base/ports.ts';
import { readConfig } from '../../platform/config/config.ts';
import { environment } from '../../platform/config/environment.ts';
import { openExisting } from '../../platform/storage/open-existing.ts';
import { countLivingServers } from '../../platform/store/live-servers.ts';
import { lockDataFolder } from '../../platform/store/single-server.ts';
import { verifyJournal } from '../../redemption/journal/verify-journal.ts';
import { STATUS_DERIVATIONS } from '../feature-tables.ts';

/**
 * `npm run erase -- PERSON`: replaces the names of a person who has left by a pseudonym. No server
 * may run: the tables are locked meanwhile, and the file of SQLite is rewritten.
 */
const USAGE = 'npm run erase -- PERSON, where PERSON is the name or the id of one person who has left';

process.umask(0o077);
try {
  const [named, ...more] = process.argv.slice(2);
  if (named === undefined || more.length > 0) throw new Error(USAGE);
  const config = readConfig(environment());
  const lock = config.databaseUrl === null ? lockDataFolder(config.dataDir, systemRandom) : null;
  try {
    const { db, keys } = await openExisting(config, 'erasure');
    try {
      if (config.databaseUrl !== null && (await countLivingServers(db)) > 0)
        throw new Error('A server is using the database of DATABASE_URL: stop all servers first');
      const { isSound, report } = await verifyJournal(db, keys, STATUS_DERIVATIONS, []);
      if (!isSound) throw new Error(`Nothing was erased, because the journal failed its check:\n${report.join('')}`);
      const audit = createAudit({ db, keys, clock: systemClock });
      const ports = { db, keys, audit, clock: systemClock, random: systemRandom };
      const { pseudonym, records } = await erasePerson(named, ports);
      await sql`vacuum`.execute(db);
      if (config.databaseUrl === null) await sql`pragma wal_checkpoint(truncate)`.execute(db);
      process.stdout.write(
        `erased    the person is now ${pseudonym}, also in ${records} records. The trail can still be verified.\n` +
          '          Earlier backups still contain the name: delete them, or erase it again after a restore.\n' +
          '          Notes and reasons that people typed were not searched.\n',
      );
    } finally {
      await db.destroy();
    }
  } finally {
    await lock?.close();
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'Nothing was erased'}\n`);
  process.exitCode = 1;
}
