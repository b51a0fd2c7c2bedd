import type { CardRange } from '../../../contract/redemption/activation-request.ts';
import { RANGE_STATES } from '../../../contract/redemption/states.ts';
import { isRefLike } from '../../../contract/voucher/ref-shape.ts';
import { maskRef } from '../../../contract/voucher/voucher.ts';
import type { CardSpan, RangeState } from './activation.ts';

/**
 * Returns a range for a list. Numbers that may be codes of cards are reduced to their last four,
 * unless the issuer accepted them.
 */
export function maskCardCodes<R extends CardSpan>(range: R, state: RangeState): R {
  if (RANGE_STATES[state].proven) return range;
  const masked = (text: string) => (isRefLike(text) ? maskRef(text) : text);
  return { ...range, start: masked(range.start), end: masked(range.end) };
}

/** Returns the numbers of a list that may be codes of cards, each once. */
export function doubtfulNumbers(ranges: readonly Pick<CardRange, 'start' | 'end'>[]): string[] {
  return [...new Set(ranges.flatMap(({ start, end }) => [start, end]))].filter(isRefLike);
}
