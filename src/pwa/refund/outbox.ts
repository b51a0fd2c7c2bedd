import * as z from 'zod/mini';
import { worthSchema } from '../../contract/money.ts';
import { openWishOutbox, type WishOutbox } from '../wishes/outbox.ts';
import type { Wish } from './wish.ts';

const wishSchema = z.object({
  id: z.string(),
  tenderId: z.string(),
  reason: z.string(),
  last4: z.string(),
  amount: worthSchema,
  savedAt: z.number(),
});

/** Refunds whose outcome this device does not know yet. */
export type RefundOutbox = WishOutbox<Wish>;

/** Opens the outbox of refunds under `name`. */
export function createRefundOutbox(name = 'tillside-refunds'): RefundOutbox {
  return openWishOutbox(name, 'refunds', wishSchema);
}
