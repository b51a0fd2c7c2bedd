import { LIMITS } from '../../../contract/access/limits.ts';
import { type CardRange } from '../../../contract/redemption/activation-request.ts';
import { numberKind } from '../../../contract/voucher/ref-shape.ts';
import { type CardSpan, cardsBetween, overlap } from '../contract/activation.ts';

/** A number that is the code of a card, or one that only the user can judge. */
export type CodeFault = 'card-code' | 'maybe-code';

/** Faults that prevent the activation of a range, in the order of correcting them. */
export type CardFault =
  | CodeFault
  | 'first-missing'
  | 'last-missing'
  | 'not-digits'
  | 'too-long'
  | 'lengths-differ'
  | 'first-after-last'
  | 'too-many'
  | 'not-counted'
  | 'miscounted';

/** An unchecked range as text. `count`: counted by hand. */
export interface TypedRange {
  readonly start: string;
  readonly end: string;
  readonly count: string;
}

const DIGITS = /^\d+$/;

/** The fault of the two numbers, regardless of the count; null for a valid pair. */
export function spanFault({ start, end }: Pick<TypedRange, 'start' | 'end'>): Exclude<CardFault, CodeFault> | null {
  if (start === '') return 'first-missing';
  if (end === '') return 'last-missing';
  if (!DIGITS.test(start) || !DIGITS.test(end)) return 'not-digits';
  if (Math.max(start.length, end.length) > LIMITS.sequenceDigitsMax) return 'too-long';
  if (start.length !== end.length) return 'lengths-differ';
  if (start > end) return 'first-after-last';
  return cardsBetween({ start, end }) > BigInt(LIMITS.cardsPerRangeMax) ? 'too-many' : null;
}

/**
 * Detects numbers that are the code of a card, or may be one. They are never sent, stored or shown
 * in full.
 * @param digits lengths that are known to be sequence numbers in this shop
 */
export function codeFault(
  { start, end }: Pick<TypedRange, 'start' | 'end'>,
  digits: readonly number[],
): CodeFault | null {
  const kinds = [start, end].map((text) =>
    digits.includes(text.length) && /^\d+$/.test(text) ? 'sequence' : numberKind(text),
  );
  if (kinds.includes('code')) return 'card-code';
  return kinds.includes('either') ? 'maybe-code' : null;
}

/** The number of cards between two numbers; null for an invalid pair. */
export function cardsOf(range: Pick<TypedRange, 'start' | 'end'>): number | null {
  return spanFault(range) === null ? Number(cardsBetween(range)) : null;
}

/**
 * The first fault of a range; null if it can be activated.
 *
 * `digits` as in {@link codeFault}.
 */
export function cardFault(range: TypedRange, digits: readonly number[]): CardFault | null {
  const fault = codeFault(range, digits) ?? spanFault(range);
  if (fault !== null) return fault;
  if (range.count === '') return 'not-counted';
  return DIGITS.test(range.count) && BigInt(range.count) === cardsBetween(range) ? null : 'miscounted';
}

/** The range as the server accepts it; null while it has a fault. */
export function toCardRange(range: TypedRange, digits: readonly number[]): CardRange | null {
  const { start, end, count } = range;
  return cardFault(range, digits) === null ? { start, end, count: Number(count) } : null;
}

/** The number of distinct cards in several ranges. Ranges with a fault count as empty. */
export function distinctCards(ranges: readonly TypedRange[]): number {
  const inOrder = ranges
    .filter((range) => spanFault(range) === null)
    .toSorted((a, b) => a.start.length - b.start.length || (a.start < b.start ? -1 : 1));
  let sum = 0n;
  let digits = 0;
  let next = 0n;
  for (const range of inOrder) {
    /* Numbers of another length are other cards. */
    if (range.start.length !== digits) {
      digits = range.start.length;
      next = 0n;
    }
    const start = BigInt(range.start);
    const end = BigInt(range.end);
    const from = start > next ? start : next;
    if (end < from) continue;
    sum += end - from + 1n;
    next = end + 1n;
  }
  return Number(sum);
}

/** For each range, the first earlier one that shares cards with it, or null. */
export function overlapsInList(ranges: readonly TypedRange[]): (CardSpan | null)[] {
  const good = ranges.map((range) => (spanFault(range) === null ? range : null));
  return good.map((range, position) => {
    const met = range && good.slice(0, position).find((earlier) => earlier !== null && overlap(range, earlier));
    return met ? { start: met.start, end: met.end } : null;
  });
}
