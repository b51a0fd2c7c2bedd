import * as z from 'zod/mini';
import { worthSchema } from './money.ts';
import { tenderStateSchema } from './tender.ts';

/** What was redeemed for one sale: the tenders that named it. Amounts are minor units of the shop's currency. */
export const saleSchema = z.object({
  id: z.string(),
  currency: z.string(),
  /** What is known to be taken and was not given back. */
  taken: z.int(),
  /** Vouchers that count items, and how many items were taken from them. */
  items: z.int(),
  /** True while the outcome of some tender is not known: more may have been taken. */
  open: z.boolean(),
  /** As it was asked with; null where it was not. */
  due: z.nullable(z.int()),
  /** What is left to pay of `due`; null where it was not given, or while some outcome is not known. */
  leftToPay: z.nullable(z.int()),
  /** In the order in which they were asked for. */
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
