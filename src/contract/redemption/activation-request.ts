import * as z from 'zod/mini';
import { pinSchema } from '../access/people.ts';

/**
 * Cards by their sequence numbers as printed, inclusive. Leading zeros count. `count` is what a
 * person counted by hand.
 */
export const cardRangeSchema = z.strictObject({
  start: z.string().check(z.maxLength(64)),
  end: z.string().check(z.maxLength(64)),
  count: z.int(),
});

export type CardRange = z.infer<typeof cardRangeSchema>;

/**
 * Body of `PUT /api/activations/:id`.
 *
 * {@link faultInRanges} checks the ranges beyond their shape. `pin` is the caller's own, required
 * for more cards than the shop's settings allow without. `numbersConfirmed`: a person confirmed
 * that numbers in the shape of a card's code are sequence numbers; it is used if the issuer cannot
 * decide. `printed`: the last four digits printed on the single card of the list. `numbersTyped`: a
 * person read the numbers from the cards and typed or counted them. One of the two is required for
 * a single card if the shop requires those digits.
 */
export const activationRequestSchema = z.strictObject({
  ranges: z.array(cardRangeSchema),
  pin: z.optional(pinSchema),
  numbersConfirmed: z.optional(z.boolean()),
  printed: z.optional(z.string().check(z.regex(/^\d{4}$/))),
  numbersTyped: z.optional(z.boolean()),
});

export type ActivationRequest = z.infer<typeof activationRequestSchema>;

export function cardsIn(ranges: readonly Pick<CardRange, 'count'>[]): number {
  return ranges.reduce((sum, { count }) => sum + count, 0);
}
