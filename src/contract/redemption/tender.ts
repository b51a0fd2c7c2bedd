import * as z from 'zod/mini';
import { LIMITS } from '../access/limits.ts';
import { AMOUNT_MAX, currencySchema, ITEMS_MAX, type Worth, worthSchema } from '../money/money.ts';
import { type Refusal, refusalSchema } from '../voucher/refusal.ts';
import { codeSchema, shopperSchema } from '../voucher/voucher.ts';
import { entrySchema, receiptNoSchema } from './sale-facts.ts';
import { REFUSAL_REASONS, statesOf, statesWhere, TENDER_STATES, type Tone } from './states.ts';

/** Where a tender stands; what each state means is in {@link TENDER_STATES}. */
export const tenderStateSchema = z.enum(statesOf(TENDER_STATES));
export type TenderState = z.infer<typeof tenderStateSchema>;

/**
 * States that hold the voucher: nobody else may redeem it while a tender of it is in one of these.
 */
export const OPEN_STATES = statesWhere(TENDER_STATES, ({ open }) => open);
/** Open states in which a request is, or was, with the issuer: money may have been taken. */
export const SENT_STATES = statesWhere(TENDER_STATES, ({ open, forManager }) => open && forManager);
/** States in which a tender took money for good. */
export const TAKEN_STATES = statesWhere(TENDER_STATES, ({ taken }) => taken);
/** States in which a tender holds a capture that can be given back. */
export const REFUNDABLE_STATES = statesWhere(TENDER_STATES, ({ refundable }) => refundable);

/** States that may put a tender before a manager. */
export const TENDER_STATES_FOR_MANAGER = statesWhere(TENDER_STATES, ({ forManager }) => forManager);

/** True while the outcome is not known and the voucher is locked. */
export function isTenderOpen(state: TenderState): boolean {
  return TENDER_STATES[state].open;
}

/** True once it took money for good, as far as the journal knows. */
export function hasTaken(state: TenderState): boolean {
  return TENDER_STATES[state].taken;
}

/** Ids are made by the till: a UUID in lower case. */
export const tenderIdSchema = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'Use a UUID in lower case'));

/** How long ago a page first sent an id that it now sends again, milliseconds. */
export const sentAgoMsSchema = z.int().check(z.minimum(0), z.maximum(LIMITS.sentAgoMsMax));

const common = {
  code: codeSchema,
  /** Ties the vouchers of one sale together; made by the till. */
  saleId: z.optional(tenderIdSchema),
  /** The register's number of the sale, and how the code of the voucher came in. */
  receiptNo: z.optional(receiptNoSchema),
  entry: z.optional(entrySchema),
  /**
   * What was due of the sale, minor units. Given only where another redemption of the sale is in
   * doubt, so that an overpayment is noticed.
   */
  saleDue: z.optional(z.int().check(z.minimum(0), z.maximum(AMOUNT_MAX))),
  /** Ask the issuer for what it tells about the voucher, for the screens. Default true. */
  returnVouchersInfo: z.optional(z.boolean()),
  /** Of programs. */
  shopper: z.optional(shopperSchema),
  /**
   * Only where this id was sent before: a journal that lost it must not take this for the first
   * time.
   */
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

/** What a tender asks for. */
export function requestedWorth(request: TenderRequest): Worth {
  return 'items' in request ? { items: request.items } : { amount: request.amount, currency: request.currency };
}

/**
 * What the issuer told about the voucher (`return_vouchers_info`), as label and text pairs; its
 * shape is published nowhere.
 */
export const voucherInfoSchema = z.record(z.string(), z.string());
export type VoucherInfo = z.infer<typeof voucherInfoSchema>;

/** A tender as the journal has it. Amounts are minor units; times are ISO 8601 UTC. */
export const tenderViewSchema = z.object({
  id: z.string(),
  state: tenderStateSchema,
  requested: worthSchema,
  captured: z.nullable(worthSchema),
  /** What the voucher still holds after this, null when nobody knows. */
  remaining: z.nullable(worthSchema),
  /**
   * What a single-use voucher held when it was checked right before; null for others, and where
   * nobody knows.
   */
  held: z.catch(z.nullable(worthSchema), null),
  /**
   * What a single-use voucher held beyond what was taken, and is gone; null when nothing is, or
   * nobody knows.
   */
  forfeited: z.catch(z.nullable(worthSchema), null),
  /**
   * The outcome speaks against the kind of worth that the shop's setting gave the voucher; what is
   * left is not known then.
   */
  otherKind: z.optional(z.literal(true)),
  /**
   * The name of the voucher's product, and until when it can be used, as the check before this told
   * it; null where nobody did.
   */
  product: z.catch(z.nullable(z.string()), null),
  expires: z.catch(z.nullable(z.string()), null),
  captureId: z.nullable(z.string()),
  authorizationId: z.nullable(z.string()),
  refusal: z.nullable(refusalSchema),
  vouchers: z.array(voucherInfoSchema),
  /** Until when the cashier may undo it; null when it cannot be undone. */
  canUndoUntil: z.nullable(z.string()),
  saleId: z.nullable(z.string()),
  /**
   * The register's number of the sale, and how the code of the voucher came in; null where nobody
   * said.
   */
  receiptNo: z.catch(z.nullable(z.string()), null),
  entry: z.catch(z.nullable(entrySchema), null),
  last4: z.string(),
  createdAt: z.string(),
  /** When the state last changed. */
  changedAt: z.string(),
  person: z.string(),
  device: z.string(),
  /** True where a program asked for it; `device` is then the name of its key. */
  key: z.optional(z.literal(true)),
  /** Proves later that this device was told of it, and when; for `POST /api/journal/remembered`. */
  tag: z.optional(z.string()),
});
export type TenderView = z.infer<typeof tenderViewSchema>;

/**
 * How a tender looks on a screen: never more certain than its state in the journal, and as its
 * refusal where it was declined for a reason.
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
 * The short name of a redemption on a receipt: read out, typed or scanned, it is told from every
 * code of a voucher.
 */
export function receiptReference(tenderId: string): string {
  return `R-${tenderId.replaceAll('-', '').slice(0, 8).toUpperCase()}`;
}

/** Answer of `DELETE /api/tenders/:id` for an id that never arrived. */
export const tombstoneSchema = z.object({ id: z.string(), state: z.literal('cancelled') });
