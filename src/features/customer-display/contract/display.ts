import * as z from 'zod/mini';
import { LIMITS } from '../../../contract/access/limits.ts';
import { moneySchema, worthSchema } from '../../../contract/money/money.ts';
import { TENDER_STATES } from '../../../contract/redemption/states.ts';
import { type TenderState, tenderIdSchema } from '../../../contract/redemption/tender.ts';

/**
 * What a till says of the sale on its screen, for its customer displays.
 *
 * It has no ref and nobody's name. What was taken is not among it: the journal says that.
 */
export const shownSaleSchema = z.strictObject({
  saleId: tenderIdSchema,
  /** What was typed as due; null for nothing. */
  due: z.nullable(moneySchema),
  /**
   * A redemption of the sale is under way.
   *
   * The server may not have heard of it yet.
   */
  busy: z.boolean(),
});
export type ShownSale = z.infer<typeof shownSaleSchema>;

/** What the journal lets a customer know of one voucher. */
const SHOWN_STATES = ['unknown', 'taken', 'not-taken', 'given-back'] as const;
export type ShownState = (typeof SHOWN_STATES)[number];

/**
 * What a customer is told of a tender in a state.
 *
 * It is *taken* only where the journal says so, and nothing certain while it is open.
 */
export function shownState(state: TenderState): ShownState {
  const { open, taken, refundable, outcome } = TENDER_STATES[state];
  if (taken) return 'taken';
  // A late capture waits for a manager, who keeps it or gives it back.
  if (open || refundable) return 'unknown';
  return outcome === 'succeeded' ? 'given-back' : 'not-taken';
}

export const displayedVoucherSchema = z.object({
  last4: z.string(),
  state: z.enum(SHOWN_STATES),
  /** What was taken; null unless it was. */
  taken: z.nullable(worthSchema),
  /** What it still holds; null where nobody knows. */
  remaining: z.nullable(worthSchema),
});
export type DisplayedVoucher = z.infer<typeof displayedVoucherSchema>;

/** Answer of `GET /api/display`. */
export const displayViewSchema = z.object({
  /** Empty where no manager gave one. */
  shopName: z.string(),
  /** What the shop warns customers of; empty for the usual words, null for nothing. */
  notice: z.catch(z.nullable(z.string()), null),
  /** The till that is shown is another device, to which this one was connected. */
  connected: z.boolean(),
  /** Somebody is signed in at the till. Where nobody is, nothing of a sale is told. */
  open: z.boolean(),
  /**
   * The sale on the till's screen; null for none.
   *
   * Of its own device a display knows only the id that it asked about.
   */
  sale: z.nullable(z.object({ ...shownSaleSchema.shape })),
  /** Vouchers of that sale, in the order in which they were used. */
  vouchers: z.array(displayedVoucherSchema),
});
export type DisplayView = z.infer<typeof displayViewSchema>;

/** A device that shows this till to customers. */
export const displaySchema = z.object({ id: z.string(), name: z.string(), connectedAt: z.string() });
export type Display = z.infer<typeof displaySchema>;
export const displayCodeSchema = z.object({ code: z.string(), expiresAt: z.string() });
export const displayConnectSchema = z.strictObject({
  code: z.string().check(z.minLength(1), z.maxLength(LIMITS.setupCodeCharsMax)),
});
/** Answer of `POST /api/displays`: the name of the till that is shown from now on. */
export const displayConnectedSchema = z.object({ till: z.string() });
