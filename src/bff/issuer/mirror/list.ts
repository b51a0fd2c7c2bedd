import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Scope } from '../../platform/base/scope.ts';
import { holdUntilEnd } from '../../platform/store/exclusively.ts';
import { claimsOf, dayNumber, insertListRows, type ListRow } from '../../platform/store/list-rows.ts';
import type { Schema } from '../../platform/store/schema.ts';
import { PAIRED_WITHIN_MS, type PairableRow, pair } from './pairs.ts';
import { amountOf, isOurs, type MirrorRow, statusOf } from './row.ts';

/** A shop with a list. */
export interface ListOwner {
  readonly shop: Scope;
  /** The shop's mid; null until an answer has contained it. */
  readonly mid: () => Promise<string | null>;
  /** IANA name. */
  readonly timeZone: string;
}

/**
 * A shop's current terms. Read them before a transaction begins, because a transaction must not
 * wait for other reads.
 */
export interface Listing extends Pick<ListOwner, 'shop' | 'timeZone'> {
  readonly ownMid: string | null;
}

export async function listingOf({ shop, mid, timeZone }: ListOwner): Promise<Listing> {
  return { shop, ownMid: await mid(), timeZone };
}

/** A stored row, and when it was first read, milliseconds UTC. */
export interface ListedRow {
  readonly row: MirrorRow;
  readonly firstReadAt: number;
}

/**
 * Adds rows to the lists of the shops that may see them, and pairs each capture with its
 * authorization. Rows of unknown shops are on no list. It locks claims until the transaction ends,
 * so it must be the last step of a transaction.
 */
export async function addToLists(
  tx: Transaction<Schema>,
  listings: readonly Listing[],
  listed: readonly ListedRow[],
): Promise<void> {
  if (listed.length === 0) return;
  await holdUntilEnd(tx, 'list');
  const shops = listings.map(({ shop }) => shop);
  const claimed = await claimsOf(
    tx,
    shops,
    listed.map(({ row }) => row.transactionId),
  );
  for (const listing of listings) {
    const claims = new Map(
      claimed.flatMap(({ shop, id, personId }) => (shop === listing.shop ? [[id, personId]] : [])),
    );
    await addToList(tx, listing, listed, claims);
  }
}

async function addToList(
  tx: Transaction<Schema>,
  { shop, ownMid, timeZone }: Listing,
  listed: readonly ListedRow[],
  claims: ReadonlyMap<string, string | null>,
): Promise<void> {
  const ownMids = ownMid === null ? null : [ownMid];
  const seen = listed.filter(({ row }) => isOurs(row, ownMids) || claims.has(row.transactionId));
  if (seen.length === 0) return;
  const rows = seen.map(({ row, firstReadAt }): ListRow => {
    const { transactionId: id } = row;
    const at = row.createdAt ?? firstReadAt;
    const alone = { paired: 0, pair_id: null };
    const claim = { claimed: Number(claims.has(id)), person_id: claims.get(id) ?? null };
    return { ...fieldsOf(row), id, at, day: dayNumber(at, timeZone), ...claim, ...alone };
  });
  await insertListRows(tx, shop, await paired(tx, shop, rows));
}

function fieldsOf(row: MirrorRow) {
  const { type, mid, currency, vouchers } = row;
  const tails = vouchers.flatMap(({ last4 }) => (last4 === '' ? [] : [`${last4.toUpperCase()} `]));
  const amount = amountOf(row);
  return {
    type,
    status: statusOf(row.succeeded),
    mid,
    currency,
    amount,
    tails: tails.length === 0 ? '' : ` ${tails.join('')}`,
    pair_key: pairKey(row),
  };
}

/**
 * Returns the key that an authorization and its capture share; null for rows that cannot be paired.
 * Rows without a time cannot be paired either.
 */
function pairKey({ type, mid, currency, vouchers, createdAt }: MirrorRow): string | null {
  if ((type !== 'capture' && type !== 'authorization') || vouchers.length === 0 || createdAt === null) return null;
  if (vouchers.some(({ last4 }) => last4 === '')) return null;
  const common = [mid, currency, ...vouchers.map(({ hash }) => hash).sort()].join(' ');
  return createHash('sha256').update(common).digest('base64url').slice(0, 22);
}

/**
 * Returns rows with their partners, among each other and on the list; listed rows whose partner
 * changed are updated.
 */
async function paired(tx: Transaction<Schema>, shop: Scope, rows: readonly ListRow[]): Promise<readonly ListRow[]> {
  const keys = [...new Set(rows.flatMap(({ pair_key }) => pair_key ?? []))];
  if (keys.length === 0) return rows;
  const times = rows.flatMap(({ pair_key, at }) => (pair_key === null ? [] : [at]));
  const near = { from: Math.min(...times) - PAIRED_WITHIN_MS, to: Math.max(...times) + PAIRED_WITHIN_MS };
  const ids = new Set(rows.map(({ id }) => id));
  const neighbours = (await halvesNear(tx, shop, keys, near)).filter(({ id }) => !ids.has(id));
  const partners = new Map(byKey([...rows, ...neighbours]).flatMap((halves) => partnersOf(halves)));
  /* Skips rows at the edge of the reading, because their partners may not have been read. */
  const moved = neighbours.filter(
    ({ id, at, pair_id }) => at >= near.from && at <= near.to && (partners.get(id) ?? null) !== pair_id,
  );
  for (const { id } of moved) {
    const pairId = partners.get(id) ?? null;
    const change = { paired: Number(pairId !== null), pair_id: pairId };
    await tx.updateTable('list_row').set(change).where('shop', '=', shop).where('id', '=', id).execute();
  }
  return rows.map((row) => {
    const pairId = partners.get(row.id) ?? null;
    return { ...row, paired: Number(pairId !== null), pair_id: pairId };
  });
}

function byKey<R extends PairableRow & Pick<ListRow, 'pair_key'>>(rows: readonly R[]): R[][] {
  const groups = new Map<string, R[]>();
  for (const row of rows) {
    if (row.pair_key === null) continue;
    const group = groups.get(row.pair_key);
    if (group) group.push(row);
    else groups.set(row.pair_key, [row]);
  }
  return [...groups.values()];
}

function partnersOf(halves: readonly PairableRow[]): (readonly [string, string])[] {
  return pair(halves).flatMap(([capture, authorization]) => [
    [capture.id, authorization.id] as const,
    [authorization.id, capture.id] as const,
  ]);
}

function halvesNear(tx: Transaction<Schema>, shop: Scope, keys: readonly string[], near: { from: number; to: number }) {
  return tx
    .selectFrom('list_row')
    .select(['id', 'type', 'at', 'amount', 'pair_key', 'pair_id'])
    .where('shop', '=', shop)
    .where('pair_key', 'in', keys)
    .where('at', '>=', near.from - PAIRED_WITHIN_MS)
    .where('at', '<=', near.to + PAIRED_WITHIN_MS)
    .execute();
}
