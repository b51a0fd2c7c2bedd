import * as z from 'zod/mini';
import { isItems, voucherValueSchema } from '../../../contract/money/money.ts';
import { tenderRequestSchema } from '../../../contract/redemption/tender.ts';
import { parseCode } from '../../../contract/voucher/voucher.ts';
import { codeIdentity } from '../../scan/gate.ts';
import type { SaleRow } from './sale.ts';

export const tenderWishSchema = z.object({
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
export type TenderWish = z.infer<typeof tenderWishSchema>;

/** The stored request of a row. A row without its code can still be queried. */
export function wishOf({ tenderId, code, last4, requested, savedAt, said }: SaleRow, saleId: string): TenderWish {
  const facts = {
    ...(said?.receiptNo != null && { receiptNo: said.receiptNo }),
    ...(said?.entry != null && { entry: said.entry }),
    ...(said?.due !== undefined && { saleDue: said.due }),
  };
  const common = { code: code ?? '', saleId, ...facts };
  const body = isItems(requested)
    ? { ...common, items: requested.items }
    : { ...common, amount: requested.amount, currency: requested.currency };
  return { id: tenderId, body, last4, requested, savedAt };
}

/** The row of a stored request before the server's first report. */
export function saleRowOf({ id, body, last4, requested, savedAt }: TenderWish): SaleRow {
  const parsed = parseCode(body.code);
  const identities = parsed.kind === 'refused' ? [] : [codeIdentity(parsed)];
  return { tenderId: id, last4, requested, code: body.code, identities, savedAt, view: null };
}
