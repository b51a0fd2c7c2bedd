import { SUGGESTED_MAX } from '../limits.ts';
import type { OurLine } from './lines.ts';
import type { Matched } from './match-lists.ts';

export interface MatchSum {
  /** Empty for items. */
  readonly currency: string;
  /** Redeemed minus refunded, settled lines only. */
  readonly ours: number;
  readonly theirs: number;
}

/** Adds up both lists, without lines of other days. */
export function matchSums(all: readonly Matched[]): MatchSum[] {
  const sums = new Map<string, { ours: number; theirs: number }>();
  const add = (side: 'ours' | 'theirs', { amount, currency }: Pick<OurLine, 'amount' | 'currency'>) => {
    const sum = sums.get(currency) ?? { ours: 0, theirs: 0 };
    sum[side] += amount;
    sums.set(currency, sum);
  };
  for (const { list, own, their } of all) {
    if (list === 'otherDays') continue;
    if (own !== null && (own.kind === 'redeemed' || own.kind === 'refunded')) add('ours', own);
    if (their !== null) add('theirs', their);
  }
  return [...sums]
    .map(([currency, sum]) => ({ currency, ...sum }))
    .sort((a, b) => a.currency.localeCompare(b.currency));
}

/**
 * Suggests lines of the other side that may match an unmatched one: the same receipt, the same
 * voucher or nearly the same amount, on the same day. A person confirms a pair.
 */
export function suggestionsFor(alone: Matched, all: readonly Matched[], dayOf: (ms: number) => string): Matched[] {
  const line = alone.own ?? alone.their;
  if (line === null || (alone.own !== null && alone.their !== null)) return [];
  const dayIn = ({ own, their }: Matched) => (own === null ? (their?.day ?? null) : dayOf(own.at));
  const day = dayIn(alone);
  const closeness = (one: Matched): number => {
    const other = alone.own === null ? one.own : one.their;
    if (other === null || (one.own !== null && one.their !== null) || other.currency !== line.currency) return 0;
    if (Math.sign(other.amount) !== Math.sign(line.amount) || dayIn(one) !== day) return 0;
    if (line.receiptNo !== null && other.receiptNo === line.receiptNo) return 3;
    if (line.last4 !== null && other.last4 === line.last4) return 2;
    return Math.abs(other.amount - line.amount) <= Math.abs(line.amount) / 10 ? 1 : 0;
  };
  return all
    .map((one) => ({ one, close: closeness(one) }))
    .filter(({ close }) => close > 0)
    .sort((a, b) => b.close - a.close)
    .slice(0, SUGGESTED_MAX)
    .map(({ one }) => one);
}
