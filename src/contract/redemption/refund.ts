import * as z from 'zod/mini';
import { LIMITS } from '../access/limits.ts';
import { voucherValueSchema } from '../money/money.ts';
import { refusalSchema } from '../voucher/refusal.ts';
import { withoutCodes } from '../without-codes.ts';
import { REFUND_STATES, statesOf, statesWhere } from './states.ts';
import { tenderIdSchema } from './tender.ts';

export const refundStateSchema = z.enum(statesOf(REFUND_STATES));
export type RefundState = z.infer<typeof refundStateSchema>;

export const REFUND_STATES_FOR_MANAGER = statesWhere(REFUND_STATES, ({ forManager }) => forManager);

/** True while it is unknown whether the amount was refunded. */
export function isRefundOpen(state: RefundState): boolean {
  return REFUND_STATES[state].open;
}

/** A reason: one line written by a person, without codes of vouchers. */
export const reasonSchema = z
  .string()
  .check(
    z.trim(),
    z.maxLength(LIMITS.reasonCharsMax),
    z.overwrite(withoutCodes),
    z.minLength(1),
    z.regex(/^[^\p{Cc}\p{Bidi_Control}]+$/u),
  );

/** Body of `PUT /api/refunds/:id`: refunds the whole capture of a tender. */
export const refundRequestSchema = z.strictObject({ tenderId: tenderIdSchema, reason: reasonSchema });
export type RefundRequest = z.infer<typeof refundRequestSchema>;

export const refundViewSchema = z.object({
  id: z.string(),
  state: refundStateSchema,
  /** The issuer's id; null until known. */
  refundId: z.nullable(z.string()),
  tenderId: z.string(),
  amount: voucherValueSchema,
  refusal: z.nullable(refusalSchema),
  /** Why the voucher could not be used when the refund was sent; null if unknown. */
  unusable: z.catch(z.nullable(z.enum(['expired', 'inactive', 'void'])), null),
  reason: z.string(),
  last4: z.string(),
  createdAt: z.string(),
  changedAt: z.string(),
  person: z.string(),
  device: z.string(),
  /** True if a program requested it; `device` is then the name of its key. */
  key: z.optional(z.literal(true)),
});
export type RefundView = z.infer<typeof refundViewSchema>;
