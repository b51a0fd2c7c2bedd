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
 * above the number of cards that the shop's settings allow without a PIN. `numbersConfirmed`: a
 * person confirmed that numbers in the shape of a card's code are sequence numbers; used if the
 * issuer cannot decide that. `printed`: the last four digits printed on the single card of the
 * list. `numbersTyped`: a person read the numbers from the cards and typed or counted them. For a
 * single card, the shop may require one of these two.
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
