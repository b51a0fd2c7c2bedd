import * as z from 'zod/mini';
import { LIMITS } from '../access/limits.ts';
import { pinSchema } from '../access/people.ts';

/** The scam warning shown before a sale, and the customer's answers, for the journal. */
export const scamCheckSchema = z.strictObject({
  /** The notice, as displayed on the till. */
  notice: z.optional(z.string().check(z.minLength(1), z.maxLength(LIMITS.noticeCharsMax))),
  /** Set if both questions were answered no: the time of the quicker answer, milliseconds. */
  noAfterMs: z.optional(z.int().check(z.minimum(0))),
});

export type ScamCheck = z.infer<typeof scamCheckSchema>;

/**
 * Body of `PUT /api/issues/:id`. `faceValue`: minor units, for open-value products only. `pin` is
 * the caller's own, required for more than the shop's settings allow without.
 */
export const issueRequestSchema = z.strictObject({
  productCode: z.string().check(z.minLength(1), z.maxLength(LIMITS.productCodeCharsMax), z.regex(/^[^\p{C}]+$/u)),
  quantity: z.int().check(z.minimum(1), z.maximum(LIMITS.issueQuantityMax)),
  faceValue: z.optional(z.int().check(z.minimum(LIMITS.faceValueMin), z.maximum(LIMITS.faceValueMax))),
  clientReference: z.optional(
    z.string().check(z.maxLength(LIMITS.clientReferenceCharsMax), z.regex(/^[A-Za-z0-9\-_/#:.]+$/)),
  ),
  care: z.optional(scamCheckSchema),
  pin: z.optional(pinSchema),
});

export type IssueRequest = z.infer<typeof issueRequestSchema>;
