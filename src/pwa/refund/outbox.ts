import { openWishOutbox, type WishOutbox } from '../wishes/outbox.ts';
import { type RefundWish, refundWishSchema } from './wish.ts';

/** Refunds whose outcome this device does not know yet. */
export type RefundOutbox = WishOutbox<RefundWish>;

export function createRefundOutbox(name = 'tillside-refunds'): RefundOutbox {
  return openWishOutbox(name, 'refunds', refundWishSchema);
}
