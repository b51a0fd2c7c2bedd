import * as z from 'zod/mini';
import { voucherValueSchema } from '../money/money.ts';
import { receiptNoSchema } from './sale-facts.ts';
import { tenderStateSchema } from './tender.ts';

/**
 * The redemptions of one sale: the tenders that named it. Amounts are minor units of the shop's
 * currency; they include redemptions by other people for the sale.
 */
export const saleSchema = z.object({
  id: z.string(),
  currency: z.string(),
  /** The confirmed captures that were not refunded. */
  taken: z.int(),
  /** Vouchers that count items, and how many items were redeemed from them. */
  items: z.int(),
  /** True while the result of a tender is unknown, so that `taken` may still change. */
  open: z.boolean(),
  /** As in the request; null if it was absent. */
  due: z.nullable(z.int()),
  /** The part of `due` that is left to pay; null without `due`, or while the sale is open. */
  leftToPay: z.nullable(z.int()),
  /** The newest that the caller may see, in the order of the requests. */
  tenders: z.array(
    z.object({
      id: z.string(),
      state: tenderStateSchema,
      last4: z.string(),
      requested: voucherValueSchema,
      captured: z.nullable(voucherValueSchema),
      createdAt: z.string(),
    }),
  ),
});
export type Sale = z.infer<typeof saleSchema>;

/** Body and answer of `PUT /api/sales/:id/receipt`. */
export const saleReceiptSchema = z.strictObject({ receiptNo: receiptNoSchema });
