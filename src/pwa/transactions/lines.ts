import type { Transaction } from '../../contract/transaction.ts';

/** One line of the list: a row, and the authorization of the same redemption where it is a capture. */
export interface Line {
  readonly row: Transaction;
  readonly authorization: Transaction | null;
}

/** Every row of a line. */
export function rowsOf({ row, authorization }: Line): readonly Transaction[] {
  return authorization === null ? [row] : [row, authorization];
}

/** An authorization comes so long before its capture at most, or as much after it as clocks within one service differ. */
const BEFORE_MS = 180_000;
const AFTER_MS = 2_000;

/** What an authorization and its capture have in common; null for rows that nothing can be put together with. Rows without a time are such too. */
export function pairKey({ type, mid, currency, vouchers }: Omit<Transaction, 'at'>): string | null {
  if ((type !== 'capture' && type !== 'authorization') || vouchers.length === 0) return null;
  const tags = vouchers.map(({ tag }) => tag).sort();
  return tags.includes('') ? null : `${mid} ${currency} ${tags.join(' ')}`;
}

/** A capture or an authorization, as far as putting them together goes. */
export interface Half {
  /** The number of its row. */
  readonly row: number;
  readonly id: string;
  readonly isAuthorization: boolean;
  /** Milliseconds UTC. */
  readonly at: number;
  /** NaN where none is named. */
  readonly amount: number;
}

/**
 * Puts captures and authorizations of one key together: each capture with the free authorization nearest before it, one of the same amount before
 * others. The result does not depend on the order of the halves.
 */
export function pair(halves: readonly Half[]): readonly (readonly [capture: Half, authorization: Half])[] {
  const inOrder = [...halves].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  const free = new Set(inOrder.filter(({ isAuthorization }) => isAuthorization));
  return inOrder.flatMap((capture) => {
    const authorization = capture.isAuthorization ? null : nearest(capture, free);
    if (authorization === null) return [];
    free.delete(authorization);
    return [[capture, authorization] as const];
  });
}

function nearest(capture: Half, free: ReadonlySet<Half>): Half | null {
  let best: Half | null = null;
  for (const one of free) {
    const lead = capture.at - one.at;
    if (lead < -AFTER_MS || lead > BEFORE_MS) continue;
    if (best === null || isBetter(one, best, capture)) best = one;
  }
  return best;
}

function isBetter(one: Half, other: Half, capture: Half): boolean {
  const [same, otherSame] = [Object.is(one.amount, capture.amount), Object.is(other.amount, capture.amount)];
  if (same !== otherSame) return same;
  return Math.abs(capture.at - one.at) < Math.abs(capture.at - other.at);
}
