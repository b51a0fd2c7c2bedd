import * as z from 'zod/mini';
import { isItems, voucherValueSchema } from '../../../contract/money/money.ts';
import { tenderRequestSchema } from '../../../contract/redemption/tender.ts';
import { parseCode } from '../../../contract/voucher/voucher.ts';
import { codeIdentity } from '../../scan/gate.ts';
import type { SaleRow } from './sale.ts';

export const pendingTenderSchema = z.object({
  id: z.string(),
  body: tenderRequestSchema,
  last4: z.string(),
  requested: voucherValueSchema,
  savedAt: z.number(),
});
/**
 * A redemption as saved before sending. It contains the ref, so it is removed once its outcome was
 * shown.
 */
export type PendingTender = z.infer<typeof pendingTenderSchema>;

/** The stored request of a row. A row without its code can still be queried. */
export function toPendingTender(
  { tenderId, code, last4, requested, savedAt, requestFacts }: SaleRow,
  saleId: string,
): PendingTender {
  const facts = {
    ...(requestFacts?.receiptNo != null && { receiptNo: requestFacts.receiptNo }),
    ...(requestFacts?.entry != null && { entry: requestFacts.entry }),
    ...(requestFacts?.due !== undefined && { saleDue: requestFacts.due }),
  };
  const common = { code: code ?? '', saleId, ...facts };
  const body = isItems(requested)
    ? { ...common, items: requested.items }
    : { ...common, amount: requested.amount, currency: requested.currency };
  return { id: tenderId, body, last4, requested, savedAt };
}

/** The row of a stored request before the server's first report. */
export function saleRowOf({ id, body, last4, requested, savedAt }: PendingTender): SaleRow {
  const parsed = parseCode(body.code);
  const identities = parsed.kind === 'refused' ? [] : [codeIdentity(parsed)];
  return { tenderId: id, last4, requested, code: body.code, identities, savedAt, view: null };
}
