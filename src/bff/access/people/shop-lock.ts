import type { ShopLock } from '../../../contract/access/people.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import type { Scope } from '../../platform/base/scope.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { exclusively } from '../../platform/store/exclusively.ts';
import type { GuessLimiter } from '../rate-limits/guess-limiter.ts';

/** The effect of wrong PINs on all devices for the shop as a whole. */
export interface ShopLocks {
  read(shop: Scope): Promise<ShopLock>;
  /** Resets the counts of wrong PINs, and records the reset if people were locked out. */
  unlock(manager: Caller): Promise<void>;
}

export interface ShopLocksOptions extends Pick<Ports, 'db' | 'audit'> {
  readonly guessLimiter: GuessLimiter;
}

/** The wait or lock for everyone in the shop except managers after very many wrong PINs. */
export function createShopLocks({ db, guessLimiter, audit }: ShopLocksOptions): ShopLocks {
  return {
    read: (shop) => guessLimiter.holdOn(`shop:${shop}`),
    unlock(manager) {
      const shop = `shop:${manager.shop}` as const;
      return exclusively(db, 'people', async (trx) => {
        const { waiting, locked } = await guessLimiter.holdOn(shop, trx);
        await guessLimiter.forgive([shop], trx);
        if (waiting || locked) await audit.write({ by: manager, action: 'shop.unlocked' }, trx);
      });
    },
  };
}
