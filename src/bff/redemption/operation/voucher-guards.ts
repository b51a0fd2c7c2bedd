import type { Scope } from '../../platform/base/scope.ts';
import type { Tx } from './operations.ts';

/** A feature that may refuse a redemption. It can influence the payment in no other way. */
export interface VoucherGuard {
  /** Runs in the transaction that writes a redemption. @throws Problem that refuses it */
  beforeRedeem(tx: Tx, shop: Scope, ref: string): Promise<void>;
  /** True if a redemption that captured nothing may be sent a second time. */
  mayRepeat(shop: Scope, ref: string): Promise<boolean>;
}

/** Combines guards: they run in order, and the first refusal is thrown. */
export function combineGuards(guards: readonly VoucherGuard[]): VoucherGuard {
  return {
    async beforeRedeem(tx, shop, ref) {
      for (const guard of guards) await guard.beforeRedeem(tx, shop, ref);
    },
    async mayRepeat(shop, ref) {
      for (const guard of guards) if (!(await guard.mayRepeat(shop, ref))) return false;
      return true;
    },
  };
}
