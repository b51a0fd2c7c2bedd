import type { CardRange } from '../../../contract/redemption/activation-request.ts';
import { RANGE_STATES } from '../../../contract/redemption/states.ts';
import { maskRef, parseCode } from '../../../contract/voucher/voucher.ts';
import type { CardSpan, RangeState } from './activation.ts';

/**
 * Shapes of refs that were seen: what a card is redeemed by.
 *
 * Digits alone may as well be a sequence number.
 */
const REF_SHAPES = [/^\d{10}$/, /^[A-Za-z]{2}\d{9,10}$/, /^[A-Za-z0-9]{12}$/];

/**
 * What a text is that came in where a sequence number is wanted.
 *
 * It was scanned or typed. `either`: digits that have the shape of a ref, too.
 */
export type NumberKind = 'sequence' | 'code' | 'either' | 'neither';

/** Judges a text without spaces by its shape alone. */
export function numberKind(text: string): NumberKind {
  const isRef = REF_SHAPES.some((shape) => shape.test(text));
  if (/^\d+$/.test(text)) return isRef ? 'either' : 'sequence';
  return isRef || parseCode(text).kind === 'link' ? 'code' : 'neither';
}

/**
 * Whether a text may be what a card is redeemed by.
 *
 * That is money in whoever's hands.
 */
export function looksLikeRef(text: string): boolean {
  const kind = numberKind(text);
  return kind === 'code' || kind === 'either';
}

/**
 * A range as it may be listed.
 *
 * Numbers that may be codes of cards lose all but their last four, unless the issuer took them.
 */
export function listed<R extends CardSpan>(range: R, state: RangeState): R {
  if (RANGE_STATES[state].proven) return range;
  const shown = (text: string) => (looksLikeRef(text) ? maskRef(text) : text);
  return { ...range, start: shown(range.start), end: shown(range.end) };
}

/** The numbers of a list that may be codes of cards, each once. */
export function doubtfulNumbers(ranges: readonly Pick<CardRange, 'start' | 'end'>[]): string[] {
  return [...new Set(ranges.flatMap(({ start, end }) => [start, end]))].filter(looksLikeRef);
}
