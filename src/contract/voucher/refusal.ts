import * as z from 'zod/mini';
import { REFUSAL_REASONS, statesOf } from '../redemption/states.ts';

/**
 * The closed list of reasons why a voucher is not redeemed.
 *
 * Each has words that say what the cashier can do next.
 */
export const refusalReasonSchema = z.enum(statesOf(REFUSAL_REASONS));
export type RefusalReason = z.infer<typeof refusalReasonSchema>;

/** A refusal with what the issuer said, where it said something. */
export const refusalSchema = z.object({
  reason: refusalReasonSchema,
  /** The issuer's own code, for example ERV0010. */
  issuerCode: z.nullable(z.string()),
  /** The issuer's own words, already shortened and stripped of control characters. */
  issuerText: z.nullable(z.string()),
});
export type Refusal = z.infer<typeof refusalSchema>;

/** A refusal of our own, with nothing from the issuer in it. */
export function refusal(reason: RefusalReason): Refusal {
  return { reason, issuerCode: null, issuerText: null };
}
