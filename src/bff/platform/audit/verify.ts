import { type Kysely, sql } from 'kysely';
import type { Keys } from '../base/keys.ts';
import type { Scope } from '../base/scope.ts';
import { isPostgres } from '../store/migrations/dialect.ts';
import type { Schema } from '../store/schema.ts';
import { type AuditRow, faultOf, firstHead, type Head, markOf } from './chain.ts';
import { readErasures } from './erasures.ts';

type ChainKeys = Pick<Keys, 'chain'>;

export interface TrailVerdict {
  readonly shop: string;
  /** Unchanged entries that form a chain from the first on. */
  readonly sound: number;
  /** The last entry; null if there is none. */
  readonly last: AuditRow | null;
  /** A fault, naming the first entry that has one; null for none. */
  readonly fault: string | null;
}

/** The end of a trail that was noted earlier and stored elsewhere. */
export interface NotedEnd extends Pick<Head, 'seq' | 'hash'> {
  /** Null if the trail of any shop may contain it. */
  readonly shop: string | null;
}

const ROWS_PER_QUERY = 1_000;

/**
 * Checks the chain of every shop, on one snapshot of the database.
 * @param noted ends that the trails must still contain
 */
export async function verifyTrail(
  db: Kysely<Schema>,
  keys: ChainKeys,
  noted: readonly NotedEnd[],
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
  noted: readonly NotedEnd[],
): Promise<TrailVerdict[]> {
  const shops = await db.selectFrom('shop').select('id').orderBy('id').execute();
  const verdicts: TrailVerdict[] = [];
  const missing = new Map(noted.map((end) => [nameOf(end), end]));
  for (const { id } of shops) verdicts.push(await verifyShop(db, keys, id, (row) => missing.delete(nameOf(row))));
  for (const { shop } of missing.values())
    if (shop !== null && !shops.some(({ id }) => id === shop)) verdicts.push(missingShop(shop));
  return verdicts.map((verdict) => {
    const end = [...missing.values()].find(({ shop }) => shop === null || shop === verdict.shop);
    const gone = end
      ? `entry ${end.seq} is not the one recorded earlier: the trail was restored from a copy or rewritten`
      : null;
    return { ...verdict, fault: verdict.fault ?? gone };
  });
}

const nameOf = ({ seq, hash }: Pick<Head, 'seq' | 'hash'>) => `${seq}:${hash}`;

const missingShop = (shop: string): TrailVerdict => ({ shop, sound: 0, last: null, fault: 'the shop is missing' });

async function verifyShop(
  db: Kysely<Schema>,
  keys: ChainKeys,
  shop: Scope,
  found: (row: AuditRow) => void,
): Promise<TrailVerdict> {
  const isErased = await readErasures(db, keys, shop);
  let last: AuditRow | null = null;
  let sound = 0;
  for (let head = firstHead(shop); ; ) {
    const rows = await rowsAfter(db, head);
    for (const row of rows) {
      const fault = faultOf(keys, head, row, isErased);
      if (fault !== null) return { shop, sound, last, fault: `entry ${row.seq} ${fault}` };
      head = row;
      last = row;
      sound += 1;
      found(row);
    }
    if (rows.length < ROWS_PER_QUERY) break;
  }
  return { shop, sound, last, fault: await faultAtEnd(db, keys, last ?? firstHead(shop)) };
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
  if (!end) return 'there is no trail: either the server has never been started, or the trail was removed';
  if (markOf(keys, end) !== end.mark) return `the mark of the end, at entry ${end.seq}, was not made by this server`;
  if (end.seq > last.seq)
    return `entry ${last.seq + 1} is missing: the trail was cut off there and should have ${end.seq} entries`;
  if (end.seq < last.seq || end.hash !== last.hash) return `entry ${end.seq + 1} was added after the end of the trail`;
  return null;
}
