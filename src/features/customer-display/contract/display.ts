import * as z from 'zod/mini';
import { LIMITS } from '../../../contract/access/limits.ts';
import { moneySchema, voucherValueSchema } from '../../../contract/money/money.ts';
import { TENDER_STATES } from '../../../contract/redemption/states.ts';
import { type TenderState, tenderIdSchema } from '../../../contract/redemption/tender.ts';

/**
 * The sale on a till's screen, for its customer displays. It has no ref and no name. It does not
 * include redemptions: those come from the journal.
 */
export const displayedSaleSchema = z.strictObject({
  saleId: tenderIdSchema,
  /** The amount entered as due; null for none. */
  due: z.nullable(moneySchema),
  /** True while a redemption of the sale is running. It may not have reached the server yet. */
  busy: z.boolean(),
});
export type DisplayedSale = z.infer<typeof displayedSaleSchema>;

/** States of one voucher that the journal reveals to a customer. */
const DISPLAYED_STATES = ['unknown', 'redeemed', 'not-redeemed', 'refunded'] as const;
export type DisplayedState = (typeof DISPLAYED_STATES)[number];

/**
 * Returns what a customer sees for a tender in a state. It is *redeemed* only if the journal
 * confirms it, and uncertain while it is open.
 */
export function displayedState(state: TenderState): DisplayedState {
  const { open, taken, refundable, outcome } = TENDER_STATES[state];
  if (taken) return 'redeemed';
  // A late capture waits for a manager, who keeps or refunds it.
  if (open || refundable) return 'unknown';
  return outcome === 'succeeded' ? 'refunded' : 'not-redeemed';
}

export const displayedVoucherSchema = z.object({
  last4: z.string(),
  state: z.enum(DISPLAYED_STATES),
  /** The captured amount; null without a capture. */
  taken: z.nullable(voucherValueSchema),
  /** The remaining balance; null if unknown. */
  remaining: z.nullable(voucherValueSchema),
});
export type DisplayedVoucher = z.infer<typeof displayedVoucherSchema>;

/** Answer of `GET /api/display`. */
export const displayViewSchema = z.object({
  /** Empty if no manager set one. */
  shopName: z.string(),
  /** The shop's warning for customers; empty for the default text, null for none. */
  notice: z.catch(z.nullable(z.string()), null),
  /** True if the till is another device that this one was connected to. */
  connected: z.boolean(),
  /** True if a person is signed in at the till. Otherwise nothing of a sale is returned. */
  open: z.boolean(),
  /**
   * The sale on the till's screen; null for none. A device that displays its own sale knows only
   * the id of that sale.
   */
  sale: z.nullable(z.object({ ...displayedSaleSchema.shape })),
  /** All vouchers of that sale, in the order of use; their sum is redeemed. */
  vouchers: z.array(displayedVoucherSchema),
  /**
   * The signed receipt of what was redeemed, see `signedTextOf`. Null while an outcome is unknown,
   * and without a redemption.
   */
  receipt: z.catch(z.nullable(z.string()), null),
});
export type DisplayView = z.infer<typeof displayViewSchema>;

export const displaySchema = z.object({ id: z.string(), name: z.string(), connectedAt: z.string() });
export type Display = z.infer<typeof displaySchema>;
export const displayCodeSchema = z.object({ code: z.string(), expiresAt: z.string() });
export const displayConnectSchema = z.strictObject({
  code: z.string().check(z.minLength(1), z.maxLength(LIMITS.setupCodeCharsMax)),
});
/** Response to `POST /api/displays`: the name of the till that the display now shows. */
export const displayConnectedSchema = z.object({ till: z.string() });
