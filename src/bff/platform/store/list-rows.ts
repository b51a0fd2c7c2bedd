import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { shopMoment } from '../../../contract/platform/shop-day.ts';
import type { Scope } from '../base/scope.ts';
import { shareUntilEnd } from './exclusively.ts';
import { SETTLED_AFTER_DAYS } from './limits.ts';
import { isPostgres } from './migrations/dialect.ts';
import { inPieces } from './pieces.ts';
import { prepared } from './prepared.ts';
import type { Schema } from './schema.ts';

/** A row on the list of one shop. */
export type ShopListRow = Selectable<Schema['list_row']>;
export type ListRow = Omit<ShopListRow, 'shop'>;

const DAY_MS = 24 * 60 * 60_000;

/**
 * Returns the calendar day of an instant (milliseconds UTC), counted from 1970-01-01. The list uses
 * calendar days even if the shop's business days begin at another hour.
 */
export function dayNumber(ms: number, timeZone: string): number {
  return Date.parse(`${shopMoment(ms, timeZone).date}T00:00:00Z`) / DAY_MS;
}

/** Writes rows to the list of a shop, replacing those with the same ids. */
export function insertListRows(tx: Transaction<Schema>, shop: Scope, rows: readonly ListRow[]): Promise<void> {
  return insertShopListRows(
    tx,
    rows.map((row) => ({ shop, ...row })),
  );
}

/** Writes rows to the lists of their shops, as {@link insertListRows}. */
export async function insertShopListRows(tx: Transaction<Schema>, rows: readonly ShopListRow[]): Promise<void> {
  /* Two servers may write the same rows: a fixed order avoids deadlocks. */
  const ordered = [...rows].sort((a, b) => (a.id < b.id || (a.id === b.id && a.shop < b.shop) ? -1 : 1));
  for (const some of inPieces(ordered)) {
    await tx
      .insertInto('list_row')
      .values([...some])
      .onConflict((conflict) =>
        conflict.columns(['shop', 'id']).doUpdateSet((eb) => ({
          at: eb.ref('excluded.at'),
          day: eb.ref('excluded.day'),
          type: eb.ref('excluded.type'),
          status: eb.ref('excluded.status'),
          mid: eb.ref('excluded.mid'),
          currency: eb.ref('excluded.currency'),
          amount: eb.ref('excluded.amount'),
          tails: eb.ref('excluded.tails'),
          person_id: eb.ref('excluded.person_id'),
          claimed: eb.ref('excluded.claimed'),
          pair_key: eb.ref('excluded.pair_key'),
          paired: eb.ref('excluded.paired'),
          pair_id: eb.ref('excluded.pair_id'),
        })),
      )
      .execute();
  }
}

/** Days of the list whose rows rarely change, and versions that detect a change. */
export interface SettledDays {
  /** Days before this are settled; days since 1970-01-01 UTC. */
  readonly before: number;
  /**
   * The version of each day that changed after it was settled; every change creates a new version.
   */
  readonly versions: ReadonlyMap<number, number>;
}

/**
 * Returns the versions of the days from `first` to `last`, inclusive. Rows read after this are at
 * least as new.
 */
export async function settledDays(
  db: Kysely<Schema>,
  shop: Scope,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<SettledDays> {
  /* The clock of the database, which also creates the versions. */
  const now = isPostgres(db)
    ? sql<number>`cast(floor(extract(epoch from now()) / 86400) as integer)`
    : sql<number>`unixepoch() / 86400`;
  const { today } = await db.selectNoFrom(now.as('today')).executeTakeFirstOrThrow();
  const noted = await db
    .selectFrom('list_day')
    .select(['day', 'version'])
    .where('shop', '=', shop)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .execute();
  return { before: today - SETTLED_AFTER_DAYS, versions: new Map(noted.map(({ day, version }) => [day, version])) };
}

export async function dropListRows(db: Kysely<Schema>, shops: readonly Scope[], ids: readonly string[]): Promise<void> {
  for (const some of inPieces(ids)) {
    await db.deleteFrom('list_row').where('shop', 'in', shops).where('id', 'in', some).execute();
  }
}

/** The operation that explains a row. */
export interface ListClaim {
  readonly shop: Scope;
  readonly id: string;
  /** The person who requested the operation; null for none. */
  readonly personId: string | null;
}

/**
 * Creates a function that marks a row as explained by an operation; rows that are not on the list
 * yet get their claims when they are added. Until the claim's transaction ends, no rows are added
 * to the list, because neither transaction would see the other's rows.
 */
export function createClaimListRow(): (tx: Transaction<Schema>, claim: ListClaim) => Promise<void> {
  const mark = prepared(
    (db, of: ListClaim) =>
      db
        .updateTable('list_row')
        .set({ claimed: 1, person_id: of.personId })
        .where('shop', '=', of.shop)
        .where('id', '=', of.id),
    { isResultUnused: true },
  );
  return async (tx, claim) => {
    await shareUntilEnd(tx, 'list');
    await mark(tx, claim);
  };
}

/** Returns the claims of these shops on rows. */
export async function claimsOf(
  tx: Transaction<Schema>,
  shops: readonly Scope[],
  ids: readonly string[],
): Promise<readonly ListClaim[]> {
  if (ids.length === 0 || shops.length === 0) return [];
  return tx
    .selectFrom('claim')
    .select(['shop', 'transaction_id as id', personOf(sql.ref('claim.operation_id')).as('personId')])
    .where('shop', 'in', shops)
    .where('transaction_id', 'in', ids)
    .execute();
}

function personOf(operationId: ReturnType<typeof sql<string>>) {
  return sql<string | null>`coalesce(
    (select person_id from tender where id = ${operationId}),
    (select person_id from refund where id = ${operationId}))`;
}
