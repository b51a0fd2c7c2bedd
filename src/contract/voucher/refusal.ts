import * as z from 'zod/mini';
import { REFUSAL_REASONS, statesOf } from '../redemption/states.ts';

/**
 * The complete list of reasons why a voucher is not redeemed. Each has a message with the next step
 * for the cashier.
 */
export const refusalReasonSchema = z.enum(statesOf(REFUSAL_REASONS));
export type RefusalReason = z.infer<typeof refusalReasonSchema>;

/** A refusal with the issuer's code and text, if any. */
export const refusalSchema = z.object({
  reason: refusalReasonSchema,
  /** The issuer's own code, for example ERV0010. */
  issuerCode: z.nullable(z.string()),
  /** The issuer's own text, already shortened and without control characters. */
  issuerText: z.nullable(z.string()),
});
export type Refusal = z.infer<typeof refusalSchema>;

/** A refusal of our own, without data from the issuer. */
export function refusal(reason: RefusalReason): Refusal {
  return { reason, issuerCode: null, issuerText: null };
}
