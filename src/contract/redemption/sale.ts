import * as z from 'zod/mini';
import { nameSchema } from '../access/people.ts';
import { AMOUNT_MAX } from '../money/limits.ts';
import { currencySchema, voucherValueSchema } from '../money/money.ts';
import { receiptNoSchema } from './sale-facts.ts';
import { tenderStateSchema } from './tender.ts';

const minorUnits = z.int().check(z.minimum(0), z.maximum(AMOUNT_MAX));

const saleDueShape = {
  currency: currencySchema,
  /** The bill, less the price of items that vouchers paid. */
  due: minorUnits,
  /** The amount collected in other ways than by voucher, which ended the sale; null if none. */
  collected: z.nullable(minorUnits),
  /** Counts the changes of the sale at its till: a report with a lower number has arrived late. */
  revision: z.int().check(z.minimum(1)),
};

/** Body of `PUT /api/sales/:id/due`. Amounts are minor units. */
export const saleDueSchema = z.strictObject({
  ...saleDueShape,
  /** The name of the person who served the sale, for the trail: a report may be sent later. */
  person: z.optional(nameSchema),
});
export type SaleDue = z.infer<typeof saleDueSchema>;

/** Answer of `PUT /api/sales/:id/due`: the stored report, which may be a later one. */
export const storedSaleDueSchema = z.object({
  ...saleDueShape,
  /** When the server stored it. */
  at: z.string(),
});
export type StoredSaleDue = z.infer<typeof storedSaleDueSchema>;

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
  /**
   * The amount due and the amount collected, as the till last reported them; null if it reported
   * nothing, as for most sales with one voucher.
   */
  reported: z.nullable(storedSaleDueSchema),
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
