import { type Kysely, sql } from 'kysely';
import { verifyTrailSnapshot } from '../../../bff/platform/audit/verify.ts';
import { findJournal } from '../../../bff/platform/storage/journal-state.ts';
import { WrongKey } from '../../../bff/platform/storage/key-check.ts';
import { dataKeyMarks, openKeys } from '../../../bff/platform/storage/key-ring.ts';
import { migrationsOf } from '../../../bff/platform/store/migrate.ts';
import { isPostgres } from '../../../bff/platform/store/migrations/dialect.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import { type Manifest, UnfitBackup } from './manifest.ts';

type JournalFacts = Pick<Manifest, 'journalId' | 'dataKeyMarks' | 'migrations' | 'trails'>;

/**
 * Checks that a journal is complete and has this key, and reports breaks of its trail, which do not
 * prevent a backup. The journal must not change during the check.
 * @throws UnfitBackup with a message if it is incomplete, or has another key
 */
export async function factsOfJournal(db: Kysely<Schema>, dataKey: Buffer): Promise<JournalFacts> {
  if (!isPostgres(db)) await assertComplete(db);
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === 'shop'))
    throw new UnfitBackup('there is no journal to back up: start the server once');
  const { id } = await findJournal(db);
  const keys = await openKeys(db, dataKey).catch((error: unknown) => {
    throw error instanceof WrongKey
      ? new UnfitBackup('the data key is not the key of this journal', { cause: error })
      : error;
  });
  const verdicts = await verifyTrailSnapshot(db, keys, []);
  const trails = verdicts.map(({ shop, last, fault }) => ({ shop, end: last && `${last.seq}:${last.hash}`, fault }));
  return { journalId: id, dataKeyMarks: await dataKeyMarks(db), migrations: await migrationsOf(db), trails };
}

async function assertComplete(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db);
  if (rows[0]?.quick_check !== 'ok')
    throw new UnfitBackup('the copy of the journal is damaged: run npm run doctor to check the journal itself');
}
