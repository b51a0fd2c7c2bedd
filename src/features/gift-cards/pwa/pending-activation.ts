import * as z from 'zod/mini';
import { activationRequestSchema, cardRangeSchema } from '../../../contract/redemption/activation-request.ts';
import type { Delivery, Phase } from '../../../pwa/pending-operations/pending-operation.ts';
import { type ActivationView } from '../contract/activation.ts';

export const pendingActivationSchema = z.object({
  id: z.string(),
  /** `card`: a single scanned card. */
  mode: z.enum(['list', 'card']),
  ranges: z.array(cardRangeSchema),
  /** For a single card: its last four printed digits. */
  printed: activationRequestSchema.shape.printed,
  numbersTyped: activationRequestSchema.shape.numbersTyped,
  savedAt: z.number(),
});
/**
 * A request to activate cards, with the id that this page created. It contains no PIN and no card
 * code.
 */
export type PendingActivation = z.infer<typeof pendingActivationSchema>;

export type ActivationPhase = Phase<ActivationView>;
export type ActivationDelivery = Delivery<PendingActivation, ActivationView>;
