import type { Transaction } from 'kysely';
import { hashedUuid, type Keys } from '../../../bff/platform/base/keys.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import type { Sales } from '../../../bff/redemption/journal/sales.ts';
import { idUsed } from '../../../bff/redemption/operation/problems.ts';
import { LIMITS } from '../../../contract/access/limits.ts';

export type LinkRow = Schema['pay_link'];

/**
 * Returns the same link if it was opened recently, unless its sale has ended; a page that sends the
 * id of a sale gets that sale.
 * @throws Problem 409 `id-used` for the id of another link, or of a sale that has ended
 */
export async function findSameLink(
  sales: Pick<Sales, 'closed'>,
  tx: Transaction<Schema>,
  row: LinkRow,
): Promise<LinkRow | null> {
  const links = tx.selectFrom('pay_link').selectAll();
  const sameId = await links.where('id', '=', row.id).executeTakeFirst();
  if (sameId) {
    if (isSameLink(sameId, row) && !(await sales.closed([sameId.id], tx)).has(sameId.id)) return sameId;
    throw idUsed('the sale of another link');
  }
  const candidates = await links
    .where('shop', '=', row.shop)
    .where('reference', '=', row.reference)
    .where('created_at', '>', row.created_at - LIMITS.sameLinkMs)
    .orderBy('created_at', 'desc')
    .execute();
  const same = candidates.filter((one) => isSameLink(one, row));
  const closed = await sales.closed(
    same.map(({ id }) => id),
    tx,
  );
  return same.find(({ id }) => !closed.has(id)) ?? null;
}

/**
 * Returns the id of the sale that a link begins. It depends on the link and the number of sales
 * that the link has begun, so that a link whose sale the journal lost begins a sale with the same
 * id, which its redemptions name.
 */
export async function nextSaleId(keys: Pick<Keys, 'hash'>, tx: Transaction<Schema>, row: LinkRow): Promise<string> {
  const { shop, reference } = row;
  const links = await tx
    .selectFrom('pay_link')
    .selectAll()
    .where('shop', '=', shop)
    .where('reference', '=', reference)
    .execute();
  const content = JSON.stringify(CONTENT.map((name) => row[name]));
  for (let number = links.filter((one) => isSameLink(one, row)).length; ; number += 1) {
    const id = hashedUuid(keys, `pay-link ${content} ${number}`);
    const old = tx.selectFrom('tender').select('id').where('shop', '=', shop).where('sale_id', '=', id);
    /* A register without a state may request the same on another day. */
    const isOld = await old
      .where('created_at', '<=', row.created_at - LIMITS.sameLinkMs)
      .limit(1)
      .executeTakeFirst();
    if (isOld === undefined) return id;
  }
}

const CONTENT = [
  'shop',
  'amount',
  'currency',
  'reference',
  'state',
  'return_url',
] as const satisfies readonly (keyof LinkRow)[];

function isSameLink(one: LinkRow, other: LinkRow): boolean {
  return CONTENT.every((name) => one[name] === other[name]);
}
