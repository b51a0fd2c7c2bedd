import { type Kysely, sql } from 'kysely';
import type { Keys } from '../base/keys.ts';
import type { Scope } from '../base/scope.ts';
import { isPostgres } from '../store/migrations/dialect.ts';
import type { Schema } from '../store/schema.ts';
import { type AuditRow, faultOf, firstHead, type Head, markOf } from './chain.ts';

type ChainKeys = Pick<Keys, 'chain'>;

export interface TrailVerdict {
  readonly shop: Scope;
  /** Unchanged entries that form a chain from the first on. */
  readonly sound: number;
  /** The last entry; null if there is none. */
  readonly last: AuditRow | null;
  /** A fault, naming the first entry that has one; null for none. */
  readonly fault: string | null;
}

const ROWS_PER_QUERY = 1_000;

/**
 * Checks the chain of every shop, on one snapshot of the database.
 * @param noted an end that was printed earlier and stored elsewhere, which must still exist
 */
export async function verifyTrail(
  db: Kysely<Schema>,
  keys: ChainKeys,
  noted: Pick<Head, 'seq' | 'hash'> | null,
): Promise<TrailVerdict[]> {
  return db.transaction().execute(async (tx) => {
    if (isPostgres(tx)) await sql`set transaction isolation level repeatable read, read only`.execute(tx);
    return verifyTrailSnapshot(tx, keys, noted);
  });
}

/** Checks the chain of every shop, on a database that does not change during the check. */
export async function verifyTrailSnapshot(
  db: Kysely<Schema>,
  keys: ChainKeys,
  noted: Pick<Head, 'seq' | 'hash'> | null,
): Promise<TrailVerdict[]> {
  const shops = await db.selectFrom('shop').select('id').orderBy('id').execute();
  const verdicts: TrailVerdict[] = [];
  for (const { id } of shops) verdicts.push(await verifyShop(db, keys, id, noted));
  return verdicts;
}

async function verifyShop(
  db: Kysely<Schema>,
  keys: ChainKeys,
  shop: Scope,
  noted: Pick<Head, 'seq' | 'hash'> | null,
): Promise<TrailVerdict> {
  let last: AuditRow | null = null;
  let sound = 0;
  let hasNoted = noted === null;
  for (let head = firstHead(shop); ; ) {
    const rows = await rowsAfter(db, head);
    for (const row of rows) {
      const fault = faultOf(keys, head, row);
      if (fault !== null) return { shop, sound, last, fault: `entry ${row.seq} ${fault}` };
      head = row;
      last = row;
      sound += 1;
      hasNoted ||= row.seq === noted?.seq && row.hash === noted.hash;
    }
    if (rows.length < ROWS_PER_QUERY) break;
  }
  const fault = await faultAtEnd(db, keys, last ?? firstHead(shop));
  const gone =
    noted !== null && !hasNoted
      ? `entry ${noted.seq} is not the one that was noted: the trail was put back or rewritten`
      : null;
  return { shop, sound, last, fault: fault ?? gone };
}

function rowsAfter(db: Kysely<Schema>, { shop, seq }: Head): Promise<AuditRow[]> {
  return db
    .selectFrom('audit')
    .selectAll()
    .where('shop', '=', shop)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(ROWS_PER_QUERY)
    .execute();
}

/** Checks that the trail ends at its recorded end. */
async function faultAtEnd(db: Kysely<Schema>, keys: ChainKeys, last: Head): Promise<string | null> {
  const end = await db.selectFrom('audit_head').selectAll().where('shop', '=', last.shop).executeTakeFirst();
  if (!end) return 'there is no trail: it begins when the server first starts, so if it has, the trail was taken away';
  if (markOf(keys, end) !== end.mark) return `the mark of the end, at entry ${end.seq}, was not made by this server`;
  if (end.seq > last.seq)
    return `entry ${last.seq + 1} is missing: the trail was cut off there, it has ${end.seq} entries`;
  if (end.seq < last.seq || end.hash !== last.hash) return `entry ${end.seq + 1} was added past the end of the trail`;
  return null;
}
