import { openWishOutbox, type WishOutbox } from '../../../pwa/wishes/outbox.ts';
import { type IssueWish, issueWishSchema } from './wish.ts';

/** Orders of vouchers that the server may not have yet. No voucher is ever kept here. */
export type SellOutbox = WishOutbox<IssueWish>;

/** Opens the outbox of orders under `name`. */
export function createSellOutbox(name = 'tillside-sales'): SellOutbox {
  return openWishOutbox(name, 'sales', issueWishSchema);
}
