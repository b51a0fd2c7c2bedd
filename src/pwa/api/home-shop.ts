import type { Shop } from '../../contract/access/people.ts';
import { readLastShop, saveLastShop } from './last-shop.ts';

/**
 * Stores the shop of this device. A device that was revoked, or has moved to another shop, must not
 * show data of the shop before: its records are deleted.
 */
export async function saveHomeShop(shop: Shop): Promise<void> {
  const before = readLastShop(localStorage);
  saveLastShop(localStorage, shop);
  const hasMoved = before?.id !== undefined && before.id !== shop.id;
  if (shop.device !== null && !hasMoved) return;
  // If storage fails, there is nothing to remove.
  const forgotten = forgetRecords().catch(() => undefined);
  // Only an enrolled device waits until the data is deleted.
  if (before !== undefined) await forgotten;
}

async function forgetRecords(): Promise<void> {
  const [{ forgetRedemptions }, { forgetZs }] = await Promise.all([
    import('./last-redemptions.ts'),
    import('./z-numbers.ts'),
  ]);
  forgetZs();
  await forgetRedemptions();
}
