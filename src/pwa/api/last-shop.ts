import { type Shop, shopSchema } from '../../contract/access/people.ts';
import { storageName } from './in-frame.ts';

const ITEM = storageName('tillside.shop');

/**
 * The last known data of the shop, so that the app can open without a network. Contains no voucher
 * and no secret.
 */
export function readLastShop(storage: Storage): Shop | undefined {
  const text = storage.getItem(ITEM);
  if (text === null) return undefined;
  try {
    const parsed = shopSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    // Stored by an older version or edited by hand; the server sends the data again.
    return undefined;
  }
}

export function saveLastShop(storage: Storage, shop: Shop): void {
  storage.setItem(ITEM, JSON.stringify(shop));
}
