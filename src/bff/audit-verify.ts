import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { describeVerdict, readNoted } from './audit/report.ts';
import { type Verdict, verifyTrail } from './audit/verify.ts';
import { deriveKeys } from './base/keys.ts';
import { createLogger } from './base/logging.ts';
import { type Config, readConfig } from './config.ts';
import { loadDataKey } from './data-key.ts';
import { assertKeyFits } from './store/key-check.ts';
import { openPostgres } from './store/postgres.ts';
import type { Schema } from './store/schema.ts';
import { JOURNAL_FILE, openSqlite } from './store/sqlite.ts';

/**
 * `npm run audit:verify`: whether the audit trail is as it was written; exit code 1 names the first entry that is not. A server may run
 * beside it, and a user of the database that may only read is enough. `npm run audit:verify -- SEQ:HASH` also tells whether an end that was noted earlier is still in it.
 */
try {
  const verdicts = await verify(readConfig(process.env), process.argv[2]);
  for (const verdict of verdicts) process.stdout.write(describeVerdict(verdict));
  process.exitCode = verdicts.every(({ fault }) => fault === null) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'The trail could not be read'}\n`);
  process.exitCode = 1;
}

async function verify(config: Config, noted: string | undefined): Promise<Verdict[]> {
  const wanted = noted === undefined ? null : readNoted(noted);
  const db = await openExisting(config);
  try {
    await assertMigrated(db);
    const keys = deriveKeys(config.dataKey ?? loadDataKey(config.dataDir, true));
    await assertKeyFits(db, keys);
    return await verifyTrail(db, keys, wanted);
  } finally {
    await db.destroy();
  }
}

async function openExisting({ databaseUrl, dataDir }: Config): Promise<Kysely<Schema>> {
  if (databaseUrl !== null) return openPostgres({ url: databaseUrl, log: createLogger('silent') });
  const file = join(dataDir, JOURNAL_FILE);
  if (!existsSync(file)) throw new Error(`There is no journal at ${file}: set DATA_DIR or DATABASE_URL as for the server`);
  return openSqlite(dataDir);
}

async function assertMigrated(db: Kysely<Schema>): Promise<void> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === 'audit_head'))
    throw new Error('This database has no trail yet: start the server of this version once');
}
