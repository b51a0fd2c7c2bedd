import type { ApprovableOperation } from '../../../contract/access/approval.ts';
import { requestedValue } from '../../../contract/redemption/tender.ts';
import type { Keys } from '../../platform/base/keys.ts';

/** A request before it begins, to be checked against permissions and ceilings. */
export interface PendingRequest {
  readonly id: string;
  readonly wish: ApprovableOperation;
}

/** Returns the keyed hash of a person, an id and a request: an approval covers exactly these. */
export function operationHash(keys: Pick<Keys, 'hash'>, personId: string, { id, wish }: PendingRequest): string {
  return keys.hash(JSON.stringify(['approval', personId, id, wish.kind, ...contentsOf(wish)]));
}

function contentsOf(operation: ApprovableOperation): unknown[] {
  if (operation.kind === 'tender')
    return [operation.tender.code, requestedValue(operation.tender), operation.tender.saleId ?? null];
  if (operation.kind === 'reprint') return [operation.vouchers];
  if (operation.kind === 'refund') return [operation.refund.tenderId, operation.refund.reason];
  if (operation.kind === 'activation') return operation.ranges.map(({ start, end, count }) => [start, end, count]);
  const { productCode, quantity, faceValue = null, clientReference = null } = operation.order;
  return [productCode, quantity, faceValue, clientReference];
}
