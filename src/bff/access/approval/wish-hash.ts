import type { ApprovedWish } from '../../../contract/access/approval.ts';
import { requestedWorth } from '../../../contract/redemption/tender.ts';
import type { Keys } from '../../platform/base/keys.ts';

/** One request to check against a right or a ceiling. */
export interface WantedWish {
  readonly id: string;
  readonly wish: ApprovedWish;
}

/** Returns the keyed hash of a person, an id and a request: an approval covers exactly these. */
export function wishHash(keys: Pick<Keys, 'hash'>, personId: string, { id, wish }: WantedWish): string {
  return keys.hash(JSON.stringify(['approval', personId, id, wish.kind, ...contentsOf(wish)]));
}

function contentsOf(wish: ApprovedWish): unknown[] {
  if (wish.kind === 'tender') return [wish.tender.code, requestedWorth(wish.tender), wish.tender.saleId ?? null];
  if (wish.kind === 'reprint') return [wish.vouchers];
  if (wish.kind === 'refund') return [wish.refund.tenderId, wish.refund.reason];
  if (wish.kind === 'activation') return wish.ranges.map(({ start, end, count }) => [start, end, count]);
  const { productCode, quantity, faceValue = null, clientReference = null } = wish.order;
  return [productCode, quantity, faceValue, clientReference];
}
