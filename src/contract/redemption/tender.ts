import * as z from 'zod/mini';
import { LIMITS } from '../access/limits.ts';
import { AMOUNT_MAX, ITEMS_MAX } from '../money/limits.ts';
import { currencySchema, type VoucherValue, voucherValueSchema } from '../money/money.ts';
import { type Refusal, refusalSchema } from '../voucher/refusal.ts';
import { codeSchema, shopperSchema } from '../voucher/voucher.ts';
import { entrySchema, receiptNoSchema } from './sale-facts.ts';
import { REFUSAL_REASONS, statesOf, statesWhere, TENDER_STATES, type Tone } from './states.ts';

export const tenderStateSchema = z.enum(statesOf(TENDER_STATES));
export type TenderState = z.infer<typeof tenderStateSchema>;

/**
 * States that lock the voucher: no other redemption of it is possible while a tender is in one of
 * these.
 */
export const OPEN_STATES = statesWhere(TENDER_STATES, ({ open }) => open);
/** Open states of a request that is, or was, at the issuer: money may have been captured. */
export const SENT_STATES = statesWhere(TENDER_STATES, ({ open, forManager }) => open && forManager);
/** States of a tender with a final capture. */
export const REDEEMED_STATES = statesWhere(TENDER_STATES, ({ taken }) => taken);
export const REFUNDABLE_STATES = statesWhere(TENDER_STATES, ({ refundable }) => refundable);

export const TENDER_STATES_FOR_MANAGER = statesWhere(TENDER_STATES, ({ forManager }) => forManager);

/** True while the outcome is unknown and the voucher is locked. */
export function isTenderOpen(state: TenderState): boolean {
  return TENDER_STATES[state].open;
}

/** True if money was captured and not refunded, according to the journal. */
export function hasRedeemed(state: TenderState): boolean {
  return TENDER_STATES[state].taken;
}

/** Ids are created by the till: a UUID, which becomes lower case. */
export const tenderIdSchema = z
  .string()
  .check(z.toLowerCase(), z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'Use a UUID'));

/** How long ago a page first sent an id that it now sends again, milliseconds. */
export const sentAgoMsSchema = z.int().check(z.minimum(0), z.maximum(LIMITS.sentAgoMsMax));

const common = {
  code: codeSchema,
  /** Links the vouchers of one sale; created by the till. */
  saleId: z.optional(tenderIdSchema),
  /** The register's number of the sale, and the entry method of the voucher's code. */
  receiptNo: z.optional(receiptNoSchema),
  entry: z.optional(entrySchema),
  /**
   * The amount due for the sale, minor units. Only sent if another redemption of the sale is in
   * doubt, so that an overpayment is noticed.
   */
  saleDue: z.optional(z.int().check(z.minimum(0), z.maximum(AMOUNT_MAX))),
  /** Requests the issuer's details about the voucher, for the screens. Default true. */
  returnVouchersInfo: z.optional(z.boolean()),
  /** For programs. */
  shopper: z.optional(shopperSchema),
  /** Only if this id was sent before, so that a journal that lost it does not treat it as new. */
  sentAgoMs: z.optional(sentAgoMsSchema),
};

/**
 * Body of `PUT /api/tenders/:id`: money from a value-based voucher, or items from a product-based
 * one.
 */
export const tenderRequestSchema = z.union([
  z.strictObject({ ...common, amount: z.int().check(z.minimum(1), z.maximum(AMOUNT_MAX)), currency: currencySchema }),
  z.strictObject({ ...common, items: z.int().check(z.minimum(1), z.maximum(ITEMS_MAX)) }),
]);
export type TenderRequest = z.infer<typeof tenderRequestSchema>;

export function requestedValue(request: TenderRequest): VoucherValue {
  return 'items' in request ? { items: request.items } : { amount: request.amount, currency: request.currency };
}

/**
 * The issuer's details about the voucher (`return_vouchers_info`), as label and text pairs; its
 * shape is not published.
 */
export const voucherInfoSchema = z.record(z.string(), z.string());
export type VoucherInfo = z.infer<typeof voucherInfoSchema>;

/** A tender in the journal. Amounts are minor units; times are ISO 8601 UTC. */
export const tenderViewSchema = z.object({
  id: z.string(),
  state: tenderStateSchema,
  requested: voucherValueSchema,
  captured: z.nullable(voucherValueSchema),
  /** The balance after the redemption; null if unknown. */
  remaining: z.nullable(voucherValueSchema),
  /**
   * The balance of a single-use voucher at the check just before the redemption; null for other
   * vouchers, and if unknown.
   */
  held: z.catch(z.nullable(voucherValueSchema), null),
  /** The forfeited balance of a single-use voucher; null if none is forfeited, and if unknown. */
  forfeited: z.catch(z.nullable(voucherValueSchema), null),
  /**
   * The outcome contradicts the kind of value that the shop's setting gave the voucher; the balance
   * is then unknown.
   */
  otherKind: z.optional(z.literal(true)),
  /**
   * The name of the voucher's product, and its expiry, according to the check before the
   * redemption; null if unknown.
   */
  product: z.catch(z.nullable(z.string()), null),
  expires: z.catch(z.nullable(z.string()), null),
  captureId: z.nullable(z.string()),
  authorizationId: z.nullable(z.string()),
  refusal: z.nullable(refusalSchema),
  vouchers: z.array(voucherInfoSchema),
  /** The end of the cashier's undo window; null if the redemption cannot be undone. */
  canUndoUntil: z.nullable(z.string()),
  saleId: z.nullable(z.string()),
  /**
   * The register's number of the sale, and the entry method of the voucher's code; null if unknown.
   */
  receiptNo: z.catch(z.nullable(z.string()), null),
  entry: z.catch(z.nullable(entrySchema), null),
  last4: z.string(),
  createdAt: z.string(),
  /** When the state last changed. */
  changedAt: z.string(),
  person: z.string(),
  device: z.string(),
  /** True if a program requested it; `device` is then the name of its key. */
  key: z.optional(z.literal(true)),
  /**
   * Proof that this device received the response, with the time; for `POST
   * /api/journal/remembered`.
   */
  tag: z.optional(z.string()),
});
export type TenderView = z.infer<typeof tenderViewSchema>;

/**
 * Returns the tone of a tender: never more certain than its state in the journal. If it was
 * declined for a reason, the tone is that of the refusal.
 */
export function tenderTone({
  state,
  refusal,
}: {
  readonly state: TenderState;
  readonly refusal: Refusal | null;
}): Tone {
  return state === 'declined' && refusal !== null ? REFUSAL_REASONS[refusal.reason].tone : TENDER_STATES[state].tone;
}

/**
 * Returns the short name of a redemption on a receipt: it cannot be mistaken for a voucher's code
 * when spoken, typed or scanned.
 */
export function receiptReference(tenderId: string): string {
  return `R-${tenderId.replaceAll('-', '').slice(0, 8).toUpperCase()}`;
}

/** Response to `DELETE /api/tenders/:id` for an id that never arrived. */
export const tombstoneSchema = z.object({ id: z.string(), state: z.literal('cancelled') });
