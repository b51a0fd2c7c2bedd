import * as z from 'zod/mini';
import { LIMITS } from './limits.ts';
import { nameSchema } from './people.ts';

/** What `GET /api/settings` answers: what managers have set for their shop. */
export const shopSettingsSchema = z.strictObject({
  /** Activating more cards than this at a time needs the PIN of whoever does it. */
  pinAboveCards: z.int().check(z.minimum(1), z.maximum(LIMITS.cardsPerActivationMax)),
  /** What customers know the shop by; empty where nobody said. */
  shopName: z.union([z.literal(''), nameSchema]),
});
export type ShopSettings = z.infer<typeof shopSettingsSchema>;

/** Body of `PUT /api/settings`: what is left out stays as it is. */
export const shopSettingsChangeSchema = z.partial(shopSettingsSchema);
export type ShopSettingsChange = z.infer<typeof shopSettingsChangeSchema>;
