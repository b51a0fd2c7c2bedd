import * as z from 'zod/mini';
import { worthSchema } from '../money/money.ts';
import { receiptNoSchema } from './sale-facts.ts';
import { tenderStateSchema } from './tender.ts';

/**
 * What was redeemed for one sale: the tenders that named it.
 *
 * Amounts are minor units of the shop's currency; they count what others redeemed for it, too.
 */
export const saleSchema = z.object({
  id: z.string(),
  currency: z.string(),
  /** What is known to be taken and was not given back. */
  taken: z.int(),
  /** Vouchers that count items, and how many items were taken from them. */
  items: z.int(),
  /**
   * True while nobody knows of some tender what it took and keeps.
   *
   * `taken` may become more, or less.
   */
  open: z.boolean(),
  /** As it was asked with; null where it was not. */
  due: z.nullable(z.int()),
  /** What is left to pay of `due`; null where it was not given, or while the sale is open. */
  leftToPay: z.nullable(z.int()),
  /** The newest that the caller may see, in the order in which they were asked for. */
  tenders: z.array(
    z.object({
      id: z.string(),
      state: tenderStateSchema,
      last4: z.string(),
      requested: worthSchema,
      captured: z.nullable(worthSchema),
      createdAt: z.string(),
    }),
  ),
});
export type Sale = z.infer<typeof saleSchema>;

/** Body and answer of `PUT /api/sales/:id/receipt`. */
export const saleReceiptSchema = z.strictObject({ receiptNo: receiptNoSchema });
