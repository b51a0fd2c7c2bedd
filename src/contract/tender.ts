import * as z from 'zod/mini';
import { AMOUNT_MAX, currencySchema, ITEMS_MAX, type Worth, worthSchema } from './money.ts';
import { refusalSchema } from './refusal.ts';
import { codeSchema } from './voucher.ts';

/** Where a tender stands. `cancelled` is the tombstone of an id that was given up before it arrived. */
export const tenderStateSchema = z.enum([
  'intent',
  'sent',
  'captured',
  'captured_partial',
  'declined',
  'not_sent',
  'unknown',
  'not_captured',
  'manager',
  'late_capture',
  'refunded',
  'attached',
  'cancelled',
]);
export type TenderState = z.infer<typeof tenderStateSchema>;

/** States that hold the voucher: nobody else may redeem it while a tender of it is in one of these. */
export const OPEN_STATES = ['intent', 'sent', 'unknown', 'manager'] as const satisfies readonly TenderState[];
export type OpenState = (typeof OPEN_STATES)[number];

/** True while the outcome is not known and the voucher is locked. */
export function isOpen(state: TenderState): state is OpenState {
  return (OPEN_STATES as readonly TenderState[]).includes(state);
}

/** Ids are made by the till: a UUID in lower case. */
export const tenderIdSchema = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'Use a UUID in lower case'));

const common = {
  code: codeSchema,
  /** Ties the vouchers of one sale together; made by the till. */
  saleId: z.optional(tenderIdSchema),
  /** Ask the issuer for what it tells about the voucher, for the screens. Default true. */
  returnVouchersInfo: z.optional(z.boolean()),
};

/** Body of `PUT /api/tenders/:id`: money from a value-based voucher, or items from a product-based one. */
export const tenderRequestSchema = z.union([
  z.strictObject({ ...common, amount: z.int().check(z.minimum(1), z.maximum(AMOUNT_MAX)), currency: currencySchema }),
  z.strictObject({ ...common, items: z.int().check(z.minimum(1), z.maximum(ITEMS_MAX)) }),
]);
export type TenderRequest = z.infer<typeof tenderRequestSchema>;

/** What a tender asks for. */
export function requestedWorth(request: TenderRequest): Worth {
  return 'items' in request ? { items: request.items } : { amount: request.amount, currency: request.currency };
}

/** What the issuer told about the voucher (`return_vouchers_info`), as label and text pairs; its shape is published nowhere. */
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
  /** What a single-use voucher held beyond what was taken, and is gone; null when nothing is, or nobody knows. */
  forfeited: z.catch(z.nullable(worthSchema), null),
  captureId: z.nullable(z.string()),
  authorizationId: z.nullable(z.string()),
  refusal: z.nullable(refusalSchema),
  vouchers: z.array(voucherInfoSchema),
  /** Until when the cashier may undo it; null when it cannot be undone. */
  canUndoUntil: z.nullable(z.string()),
  saleId: z.nullable(z.string()),
  last4: z.string(),
  createdAt: z.string(),
  /** When the state last changed. */
  changedAt: z.string(),
  person: z.string(),
  device: z.string(),
});
export type TenderView = z.infer<typeof tenderViewSchema>;

/** Answer of `DELETE /api/tenders/:id` for an id that never arrived. */
export const tombstoneSchema = z.object({ id: z.string(), state: z.literal('cancelled') });
