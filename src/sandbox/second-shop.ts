import { PRODUCT_CLASS, SHOPS } from './credentials.ts';
import type { Deps, SecondShop } from './deps.ts';
import { reportError } from './report.ts';
import { DRAINED_CARD, sequenceOf } from './seed-vouchers.ts';
import { logCheck } from './v1-check.ts';
import { redeemInShop } from './v1-redeem.ts';
import { refundInShop } from './v1-refund.ts';

type Books = Pick<Deps, 'ledger' | 'now' | 'seed'>;

/** Actions of a shop on one voucher, with the same effect as its API calls. */
export interface ShopActions {
  check(): void;
  /** Redeems an amount; the whole balance by default. @returns the capture */
  redeem(value?: number): string;
  refund(captureId: string): void;
}

export const KATONG = SHOPS[1];
const AS_REQUESTED = { partial: false, searchLagMs: 0 } as const;

/** Returns the other shop's actions on a voucher. @throws Error if the service would refuse one */
export function shopActionsOf(books: Books, ref: string): ShopActions {
  const { ledger } = books;
  const done = (status: number, what: string) => {
    if (status !== 200) throw new Error(`The second shop could not ${what}`);
  };
  return {
    check: () => logCheck(books, KATONG, ref),
    redeem(request) {
      const voucher = ledger.voucherByRef(ref);
      const value = request ?? voucher?.remaining ?? 0;
      const currency = voucher?.currency ?? '';
      const vouchers = [{ product_class: PRODUCT_CLASS, ref, value }];
      done(redeemInShop(books, KATONG, { currency, vouchers }, false, AS_REQUESTED).status, 'redeem');
      return ledger.transactions(ref).at(-1)?.id ?? '';
    },
    refund: (captureId) =>
      done(refundInShop(books, KATONG, { captureId, refs: [ref], withInfo: false }).status, 'refund'),
  };
}

/** How often it checks a card before it empties it. */
const CHECKS = 3;

/** @param everyMs between its actions */
export function createSecondShop(books: Books, everyMs: number): SecondShop {
  const planned = new Set<NodeJS.Timeout>();

  function later(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      planned.delete(timer);
      try {
        books.ledger.atomically(act);
      } catch (error) {
        reportError(error);
      }
    }, ms);
    timer.unref();
    planned.add(timer);
  }

  return {
    onActivated(cards) {
      const drained = cards.find(({ sequence }) => sequence === sequenceOf(DRAINED_CARD));
      if (drained === undefined) return;
      const { check, redeem: take } = shopActionsOf(books, drained.ref);
      for (let count = 1; count <= CHECKS; count += 1) later(count * everyMs, check);
      later((CHECKS + 1) * everyMs, () => {
        if ((books.ledger.voucherByRef(drained.ref)?.remaining ?? 0) > 0) take();
      });
    },
    close() {
      for (const timer of planned) clearTimeout(timer);
    },
  };
}
