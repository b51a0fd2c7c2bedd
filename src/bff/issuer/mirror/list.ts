import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Scope } from '../../platform/base/scope.ts';
import { holdUntilEnd } from '../../platform/store/exclusively.ts';
import { claimsOf, dayNumber, insertShopListRows, type ShopListRow } from '../../platform/store/list-rows.ts';
import type { Schema } from '../../platform/store/schema.ts';
import { PAIRED_WITHIN_MS } from './limits.ts';
import { type PairableRow, pair } from './pairs.ts';
import { amountOf, isOurs, type MirrorRow } from './row.ts';

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
  const rows = listings.flatMap((listing) => {
    const own = claimed.filter(({ shop }) => shop === listing.shop);
    return rowsFor(listing, listed, new Map(own.map(({ id, personId }) => [id, personId])));
  });
  await insertShopListRows(tx, await paired(tx, rows));
}

/** Returns the rows that a shop may see, not paired yet. */
function rowsFor(
  { shop, ownMid, timeZone }: Listing,
  listed: readonly ListedRow[],
  claims: ReadonlyMap<string, string | null>,
): ShopListRow[] {
  const ownMids = ownMid === null ? null : [ownMid];
  const seen = listed.filter(({ row }) => isOurs(row, ownMids) || claims.has(row.transactionId));
  return seen.map(({ row, firstReadAt }) => {
    const { transactionId: id } = row;
    const at = row.createdAt ?? firstReadAt;
    const alone = { paired: 0, pair_id: null };
    const claim = { claimed: Number(claims.has(id)), person_id: claims.get(id) ?? null };
    return { shop, ...fieldsOf(row), id, at, day: dayNumber(at, timeZone), ...claim, ...alone };
  });
}

function fieldsOf(row: MirrorRow) {
  const { type, status, mid, currency, vouchers } = row;
  const tails = vouchers.flatMap(({ last4 }) => (last4 === '' ? [] : [`${last4.toUpperCase()} `]));
  const amount = amountOf(row);
  return {
    type,
    status,
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
 * Returns rows with their partners, among each other and on the list of the same shop; listed rows
 * whose partner changed are updated.
 */
async function paired(tx: Transaction<Schema>, rows: readonly ShopListRow[]): Promise<readonly ShopListRow[]> {
  const keys = [...new Set(rows.flatMap(({ pair_key }) => pair_key ?? []))];
  if (keys.length === 0) return rows;
  const times = rows.flatMap(({ pair_key, at }) => (pair_key === null ? [] : [at]));
  const near = { from: Math.min(...times) - PAIRED_WITHIN_MS, to: Math.max(...times) + PAIRED_WITHIN_MS };
  const shops = [...new Set(rows.map(({ shop }) => shop))];
  const added = new Set(rows.map(placeOf));
  const neighbours = (await halvesNear(tx, shops, keys, near)).filter((row) => !added.has(placeOf(row)));
  const partners = new Map(byKey([...rows, ...neighbours]).flatMap((halves) => partnersOf(halves)));
  const partnerOf = (row: Pick<ShopListRow, 'shop' | 'id'>) => partners.get(placeOf(row)) ?? null;
  /* Skips rows at the edge of the reading, because their partners may not have been read. */
  const moved = neighbours.filter((row) => row.at >= near.from && row.at <= near.to && partnerOf(row) !== row.pair_id);
  for (const row of moved) {
    const pairId = partnerOf(row);
    const change = { paired: Number(pairId !== null), pair_id: pairId };
    await tx.updateTable('list_row').set(change).where('shop', '=', row.shop).where('id', '=', row.id).execute();
  }
  return rows.map((row) => {
    const pairId = partnerOf(row);
    return { ...row, paired: Number(pairId !== null), pair_id: pairId };
  });
}

/** One row may be on the lists of several shops. */
const placeOf = ({ shop, id }: Pick<ShopListRow, 'shop' | 'id'>) => `${shop} ${id}`;

type Half = PairableRow & Pick<ShopListRow, 'shop' | 'pair_key'>;

function byKey(rows: readonly Half[]): Half[][] {
  const groups = new Map<string, Half[]>();
  for (const row of rows) {
    if (row.pair_key === null) continue;
    const key = `${row.shop} ${row.pair_key}`;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()];
}

/** @param halves rows of one key, on one list */
function partnersOf(halves: readonly Half[]): (readonly [string, string])[] {
  const [first] = halves;
  if (first === undefined) return [];
  const { shop } = first;
  return pair(halves).flatMap(([capture, authorization]) => [
    [placeOf({ shop, id: capture.id }), authorization.id] as const,
    [placeOf({ shop, id: authorization.id }), capture.id] as const,
  ]);
}

function halvesNear(
  tx: Transaction<Schema>,
  shops: readonly Scope[],
  keys: readonly string[],
  near: { from: number; to: number },
) {
  return tx
    .selectFrom('list_row')
    .select(['shop', 'id', 'type', 'at', 'amount', 'pair_key', 'pair_id'])
    .where('shop', 'in', shops)
    .where('pair_key', 'in', keys)
    .where('at', '>=', near.from - PAIRED_WITHIN_MS)
    .where('at', '<=', near.to + PAIRED_WITHIN_MS)
    .execute();
}
