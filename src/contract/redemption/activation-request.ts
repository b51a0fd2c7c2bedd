import * as z from 'zod/mini';
import { pinSchema } from '../access/people.ts';

/**
 * Cards by their sequence numbers, both ends included and as printed.
 *
 * Leading zeros count. `count` is what a person counted by hand.
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
 * What the ranges must fulfil beyond their shape is judged by {@link faultInRanges}. `pin` is the
 * caller's own, needed for more cards than the shop's settings allow without. `numbersConfirmed`:
 * somebody looked at numbers that have the shape of a card's code and says that they are sequence
 * numbers; it counts where the issuer cannot tell. `printed`: the last four digits that stand on
 * the one card of the list. `numbersTyped`: somebody read the numbers from the cards and typed or
 * counted them. One of the two is needed for a single card if the shop asks for those digits.
 */
export const activationRequestSchema = z.strictObject({
  ranges: z.array(cardRangeSchema),
  pin: z.optional(pinSchema),
  numbersConfirmed: z.optional(z.boolean()),
  printed: z.optional(z.string().check(z.regex(/^\d{4}$/))),
  numbersTyped: z.optional(z.boolean()),
});

export type ActivationRequest = z.infer<typeof activationRequestSchema>;

/** How many cards a list of ranges has, by what was counted. */
export function cardsIn(ranges: readonly Pick<CardRange, 'count'>[]): number {
  return ranges.reduce((sum, { count }) => sum + count, 0);
}
