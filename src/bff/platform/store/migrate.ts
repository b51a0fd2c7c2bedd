import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { FEATURE_MIGRATIONS } from '../../../features/tables.ts';
import * as baseline from './migrations/0001-baseline.ts';
import * as sales from './migrations/0002-sales.ts';
import * as tills from './migrations/0003-tills.ts';
import * as managers from './migrations/0005-managers.ts';
import * as shops from './migrations/0007-shops.ts';
import * as shopGaps from './migrations/0008-shop-gaps.ts';
import * as visits from './migrations/0009-visits.ts';
import * as rowSecurity from './migrations/0010-row-security.ts';
import * as confirmedSessions from './migrations/0012-confirmed-sessions.ts';
import * as saleDue from './migrations/0013-sale-due.ts';
import * as salesByTime from './migrations/0017-sales-by-time.ts';
import * as openRows from './migrations/0018-open-rows.ts';
import * as oneAccount from './migrations/0030-one-account.ts';
import * as partsOfShops from './migrations/0040-parts-of-shops.ts';
import * as otherMid from './migrations/0050-other-mid.ts';
import * as unrestoredVouchers from './migrations/0051-unrestored-vouchers.ts';
import * as personCodes from './migrations/0061-person-codes.ts';
import * as erasures from './migrations/0062-erasures.ts';
import * as operationsByTime from './migrations/0070-operations-by-time.ts';
import { hasTable, isPostgres } from './migrations/dialect.ts';
import type { Schema } from './schema.ts';
import { hasNoTransaction } from './sqlite-errors.ts';

/** Numbered, in order, and never edited after their release. */
export const MIGRATIONS: Record<string, Migration> = {
  '0001-baseline': baseline,
  '0002-sales': sales,
  '0003-tills': tills,
  '0005-managers': managers,
  '0007-shops': shops,
  '0008-shop-gaps': shopGaps,
  '0009-visits': visits,
  '0010-row-security': rowSecurity,
  '0012-confirmed-sessions': confirmedSessions,
  '0013-sale-due': saleDue,
  '0017-sales-by-time': salesByTime,
  '0018-open-rows': openRows,
  '0030-one-account': oneAccount,
  '0040-parts-of-shops': partsOfShops,
  '0050-other-mid': otherMid,
  '0051-unrestored-vouchers': unrestoredVouchers,
  '0061-person-codes': personCodes,
  '0062-erasures': erasures,
  '0070-operations-by-time': operationsByTime,
  ...FEATURE_MIGRATIONS,
};

/**
 * Migrates the database to this program's version, with all missing steps in one transaction.
 * @param migrations all migrations of this program; tests pass others
 * @throws Error if a step fails, or if a newer program wrote the database, which is then unchanged
 */
export async function migrate(db: Kysely<Schema>, migrations: Record<string, Migration> = MIGRATIONS): Promise<void> {
  await assertSupportedVersion(db, migrations);
  if (isPostgres(db)) return run(db, migrations);
  /* The migrator uses no transaction for SQLite, so this starts one: otherwise an interruption
     would leave half a version. */
  await db.connection().execute(async (connection) => {
    await sql`begin immediate`.execute(connection);
    try {
      await run(connection, migrations);
      await sql`commit`.execute(connection);
    } catch (error) {
      /* SQLite may have ended the transaction already, for example on a full disk. */
      await sql`rollback`.execute(connection).catch((cause: unknown) => {
        if (!hasNoTransaction(cause)) throw cause;
      });
      throw error;
    }
  });
}

/**
 * Checks that this program can open a database, before it writes anything there.
 * @throws Error with a message for the operator if a newer version or one before 0.1.0 wrote it
 */
export async function assertSupportedVersion(
  db: Kysely<Schema>,
  migrations: Record<string, Migration> = MIGRATIONS,
): Promise<void> {
  const found = (await hasTable(db, 'kysely_migration')) ? await migrationsOf(db) : [];
  const unknown = found.filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length === 0) return;
  const [first] = Object.keys(migrations).toSorted();
  if (first !== undefined && !found.includes(first))
    throw new Error(
      'This journal was written by a version before 0.1.0, and no later version can open it. Keep it, and start with ' +
        'a new DATA_DIR or DATABASE_URL',
    );
  throw new Error(
    `This journal was written by a newer version of Tillside (${unknown.join(', ')}). Install that version again, or ` +
      'restore the backup from before the upgrade (npm run restore -- --before-upgrade)',
  );
}

/** Returns the steps among these that this program does not know: of a newer version. */
export function unknownSteps(names: readonly string[]): string[] {
  return names.filter((name) => !Object.hasOwn(MIGRATIONS, name));
}

/** True if a database has every step of this program and none of a newer one. */
export async function isOfThisVersion(db: Kysely<Schema>): Promise<boolean> {
  return (
    (await hasTable(db, 'kysely_migration')) &&
    (await migrationsOf(db)).join() === Object.keys(MIGRATIONS).toSorted().join()
  );
}

/** The steps that a database has, in order. */
export async function migrationsOf(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

async function run(db: Kysely<Schema>, migrations: Record<string, Migration>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error } = await migrator.migrateToLatest();
  if (error instanceof Error)
    throw new Error(`The database could not be upgraded to this version: ${error.message}`, { cause: error });
  if (error !== undefined) throw new Error('The database could not be upgraded to this version');
}
