import { LIMITS } from '../../../contract/access/limits.ts';
import type { CardRange } from '../../../contract/redemption/activation-request.ts';
import { numberKind } from '../../../contract/voucher/ref-shape.ts';
import type { VoucherStatus } from '../../../contract/voucher/voucher.ts';
import type { CardSpan } from '../contract/activation.ts';
import {
  type CodeFault,
  cardFault,
  codeFault,
  distinctCards,
  overlapsInList,
  type TypedRange,
  toCardRange,
} from './card-faults.ts';

/**
 * A card that was checked before or after its activation. Only the last four of its code are
 * stored.
 */
export interface Sample {
  readonly last4: string;
  readonly status: VoucherStatus;
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly when: 'before' | 'after';
}

export interface DraftLine extends TypedRange {
  readonly id: number;
}

/** The list to activate: the current range, and the ranges before it. */
export interface Draft {
  readonly hand: TypedRange;
  readonly lines: readonly DraftLine[];
  readonly samples: readonly Sample[];
  /**
   * Lengths that are known to be sequence numbers in this shop, latest first. Codes of cards may
   * have the same lengths..
   */
  readonly digits: readonly number[];
}

const EMPTY_RANGE: TypedRange = { start: '', end: '', count: '' };
export const emptyDraft: Draft = { hand: EMPTY_RANGE, lines: [], samples: [], digits: [] };

export type CardScanNote = CodeFault | 'not-a-number' | 'again' | 'both-there' | 'list-full';

/**
 * Returns the digits of a sequence number without spaces between groups; null for any other text.
 */
export function sequenceNumber(text: string): string | null {
  const digits = text.replace(/\s/g, '');
  return /^\d+$/.test(digits) && digits.length <= LIMITS.sequenceDigitsMax ? digits : null;
}

/**
 * Warns if an entered text may be a card's code. A number of another length than the first one
 * cannot be the last one.
 */
export function codeNote({ hand, digits }: Draft, text: string): CodeFault | null {
  const bare = text.replace(/\s/g, '');
  const fault = codeFault({ start: bare, end: bare }, digits);
  const isOther = hand.start !== '' && numberKind(hand.start) === 'sequence' && hand.start.length !== bare.length;
  return fault === 'maybe-code' && isOther ? 'card-code' : fault;
}

/**
 * Records that numbers of this length are sequence numbers, because the user or the issuer
 * confirmed one.
 */
export function acceptLength(draft: Draft, length: number): Draft {
  return { ...draft, digits: [length, ...draft.digits.filter((known) => known !== length)] };
}

/** The part of the list that may be stored: without possible codes of cards. */
export function withoutCardCodes(draft: Draft): Draft {
  const isSafe = (range: TypedRange) => codeFault(range, draft.digits) === null;
  return { ...draft, hand: isSafe(draft.hand) ? draft.hand : EMPTY_RANGE, lines: draft.lines.filter(isSafe) };
}

/** The number of digits of sequence numbers, if known. */
export function usualDigits({ hand, lines, digits }: Draft): number | null {
  const listed = [hand, ...lines].find(({ start }) => numberKind(start) === 'sequence');
  return listed?.start.length ?? digits[0] ?? null;
}

/** Enters a scanned number: the first one, then the last one, regardless of the focus. */
export function enterScanned(
  draft: Draft,
  number: string,
): { readonly draft: Draft; readonly note: CardScanNote | null } {
  const { hand } = draft;
  if (hand.start === '') return { draft: { ...draft, hand: { ...hand, start: number } }, note: null };
  if (hand.end === '') return { draft: { ...draft, hand: { ...hand, end: number } }, note: null };
  return { draft, note: 'both-there' };
}

/** Enters the typed values of the current range, without spaces between groups of digits. */
export function enterTyped(draft: Draft, change: Partial<TypedRange>): Draft {
  const plain = Object.fromEntries(Object.entries(change).map(([field, text]) => [field, text.replace(/\s/g, '')]));
  return { ...draft, hand: { ...draft.hand, ...plain } };
}

/** Moves the current range to the list, unless it has a fault or the list is full. */
export function addRangeToList(draft: Draft): Draft {
  return cardFault(draft.hand, draft.digits) === null && hasSpace(draft)
    ? { ...withLines(draft, [draft.hand]), hand: EMPTY_RANGE }
    : draft;
}

/** Adds ranges from a text or a file, until the list is full. */
export function withLines(draft: Draft, ranges: readonly TypedRange[]): Draft {
  const next = 1 + Math.max(0, ...draft.lines.map(({ id }) => id));
  const free = LIMITS.rangesMax - draft.lines.length;
  return {
    ...draft,
    lines: [...draft.lines, ...ranges.slice(0, free).map((range, index) => ({ ...range, id: next + index }))],
  };
}

export function hasSpace({ lines }: Draft): boolean {
  return lines.length < LIMITS.rangesMax;
}

export function enterCount(draft: Draft, id: number, count: string): Draft {
  return { ...draft, lines: draft.lines.map((line) => (line.id === id ? { ...line, count: count.trim() } : line)) };
}

export function withoutRange(draft: Draft, id: number): Draft {
  return { ...draft, lines: draft.lines.filter((line) => line.id !== id) };
}

/** All ranges to send in order; the current one is the last. */
export function rangesOf({ hand, lines }: Draft): readonly TypedRange[] {
  return hand.start === '' && hand.end === '' ? lines : [...lines, hand];
}

export interface DraftSum {
  /** Distinct cards of all valid ranges. */
  readonly cards: number;
  readonly ranges: readonly TypedRange[];
  /** For each range, an earlier one that shares cards with it. */
  readonly overlaps: readonly (CardSpan | null)[];
  /** The ranges as the server accepts them; null while any has a fault. */
  readonly ready: readonly CardRange[] | null;
  /** More cards than one activation may have. */
  readonly isTooMuch: boolean;
}

export function draftSumOf(draft: Draft): DraftSum {
  const ranges = rangesOf(draft);
  const cards = distinctCards(ranges);
  const overlaps = overlapsInList(ranges);
  const good = ranges.flatMap((range) => toCardRange(range, draft.digits) ?? []);
  const isTooMuch = cards > LIMITS.cardsPerActivationMax || ranges.length > LIMITS.rangesMax;
  const isReady =
    ranges.length > 0 && good.length === ranges.length && overlaps.every((met) => met === null) && !isTooMuch;
  return { cards, ranges, overlaps, isTooMuch, ready: isReady ? good : null };
}
