import * as z from 'zod/mini';
import { activationRequestSchema, cardRangeSchema } from '../../../contract/redemption/activation-request.ts';
import type { Delivery, Phase } from '../../../pwa/wishes/wish.ts';
import { type ActivationView } from '../contract/activation.ts';

export const activationWishSchema = z.object({
  id: z.string(),
  /** `card`: one card that was scanned to be activated by itself. */
  mode: z.enum(['list', 'card']),
  ranges: z.array(cardRangeSchema),
  /** Of one card: the last four digits that stand on it. */
  printed: activationRequestSchema.shape.printed,
  numbersTyped: activationRequestSchema.shape.numbersTyped,
  savedAt: z.number(),
});
/**
 * A wish to activate cards, with the id that this page made for it.
 *
 * It holds no PIN and no code of a card.
 */
export type ActivationWish = z.infer<typeof activationWishSchema>;

/** What this page knows of an activation. */
export type ActivationPhase = Phase<ActivationView>;
export type ActivationDelivery = Delivery<ActivationWish, ActivationView>;
