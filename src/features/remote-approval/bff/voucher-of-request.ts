import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import type { ApprovableOperation, RequestSummary } from '../../../contract/access/approval.ts';
import { requestedValue } from '../../../contract/redemption/tender.ts';
import { lastFour, parseCode } from '../../../contract/voucher/voucher.ts';

interface VoucherOfRequest extends Pick<RequestSummary, 'worth' | 'last4' | 'reason'> {
  /** True for a refund by the person who redeemed. */
  readonly isOwn: boolean;
}

/** Returns the voucher of a request, its value if known, and the reason. */
export async function voucherOfRequest(
  { db, currency }: { readonly db: Ports['db']; readonly currency: string },
  shop: Scope,
  personId: string,
  operation: ApprovableOperation,
): Promise<VoucherOfRequest> {
  const none = { worth: null, last4: null, reason: null, isOwn: false };
  if (operation.kind === 'tender') {
    const code = parseCode(operation.tender.code);
    return { ...none, worth: requestedValue(operation.tender), last4: code.kind === 'ref' ? lastFour(code.ref) : null };
  }
  if (operation.kind === 'issue') {
    const { quantity, faceValue } = operation.order;
    return { ...none, worth: faceValue === undefined ? null : { amount: quantity * faceValue, currency } };
  }
  if (operation.kind !== 'refund') return none;
  const tender = await db
    .selectFrom('tender')
    .select(['kind', 'requested', 'currency', 'last4', 'person_id'])
    .where('shop', '=', shop)
    .where('id', '=', operation.refund.tenderId)
    .executeTakeFirst();
  if (tender === undefined) return none;
  const { kind, requested, last4 } = tender;
  const value = kind === 'items' ? { items: requested } : { amount: requested, currency: tender.currency };
  return { worth: value, last4, reason: operation.refund.reason, isOwn: tender.person_id === personId };
}
