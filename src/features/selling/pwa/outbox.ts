import { openWishOutbox, type WishOutbox } from '../../../pwa/wishes/outbox.ts';
import { type IssueWish, issueWishSchema } from './wish.ts';

/** Orders that the server may not have yet. Vouchers are never stored here. */
export type SellOutbox = WishOutbox<IssueWish>;

export function createSellOutbox(name = 'tillside-sales'): SellOutbox {
  return openWishOutbox(name, 'sales', issueWishSchema);
}
