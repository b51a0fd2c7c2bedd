import type { Scope } from '../../platform/base/scope.ts';
import type { Tx } from './operations.ts';

/**
 * A feature that may refuse that anything is taken from a voucher. On the way of the money it can
 * do nothing else.
 */
export interface VoucherGuard {
  /** In the transaction that writes a redemption. @throws Problem that refuses it */
  beforeRedeem(tx: Tx, shop: Scope, ref: string): Promise<void>;
  /** Since when a check shows a voucher as held, milliseconds UTC; null for one that is not. */
  heldSince(shop: Scope, ref: string): Promise<number | null>;
  /** Whether a redemption that came to nothing may be sent a second time. */
  mayRepeat(shop: Scope, ref: string): Promise<boolean>;
}

/** Guards as one: they are asked in their order, and the first that refuses is told. */
export function inTurn(guards: readonly VoucherGuard[]): VoucherGuard {
  return {
    async beforeRedeem(tx, shop, ref) {
      for (const guard of guards) await guard.beforeRedeem(tx, shop, ref);
    },
    async heldSince(shop, ref) {
      for (const guard of guards) {
        const since = await guard.heldSince(shop, ref);
        if (since !== null) return since;
      }
      return null;
    },
    async mayRepeat(shop, ref) {
      for (const guard of guards) if (!(await guard.mayRepeat(shop, ref))) return false;
      return true;
    },
  };
}
