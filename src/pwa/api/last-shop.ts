import { type Shop, shopSchema } from '../../contract/people.ts';

const KEY = 'tillside.shop';

/**
 * The shop as it was last seen, so that the app can open without a network.
 *
 * It holds no voucher and no secret.
 */
export function readLastShop(storage: Storage): Shop | undefined {
  const text = storage.getItem(KEY);
  if (text === null) return undefined;
  try {
    const parsed = shopSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    // Written by an older version or by hand: the server will say it again.
    return undefined;
  }
}

export function keepLastShop(storage: Storage, shop: Shop): void {
  storage.setItem(KEY, JSON.stringify(shop));
}
