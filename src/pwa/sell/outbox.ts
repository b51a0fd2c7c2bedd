import * as z from 'zod/mini';
import { issueRequestSchema } from '../../contract/issue.ts';
import { openWishOutbox, type WishOutbox } from '../wishes/outbox.ts';
import type { Wish } from './wish.ts';

const wishSchema = z.object({
  id: z.string(),
  personId: z.string(),
  order: issueRequestSchema,
  productName: z.string(),
  savedAt: z.number(),
});

/** Orders of vouchers that the server may not have yet. No voucher is ever kept here. */
export type SellOutbox = WishOutbox<Wish>;

/** Opens the outbox of orders under `name`. */
export function createSellOutbox(name = 'tillside-sales'): SellOutbox {
  return openWishOutbox(name, 'sales', wishSchema);
}
