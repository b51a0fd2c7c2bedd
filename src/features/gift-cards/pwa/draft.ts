import { LIMITS } from '../../../contract/access/limits.ts';
import type { CardRange } from '../../../contract/redemption/activation-request.ts';
import type { VoucherStatus } from '../../../contract/voucher/voucher.ts';
import type { CardSpan } from '../contract/activation.ts';
import { numberKind } from '../contract/card-code.ts';
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
 * A card that was looked at before or after its range was activated.
 *
 * Of its code only the last four are kept.
 */
export interface Sample {
  readonly last4: string;
  readonly status: VoucherStatus;
  /** When, ISO 8601 UTC. */
  readonly at: string;
  readonly when: 'before' | 'after';
}

export interface DraftLine extends TypedRange {
  readonly id: number;
}

/**
 * What somebody is about to activate: the range at hand, and those that were put on the list
 * before.
 */
export interface Draft {
  readonly hand: TypedRange;
  readonly lines: readonly DraftLine[];
  readonly samples: readonly Sample[];
  /**
   * Lengths of numbers that are known to be sequence numbers in this shop, the latest first, though
   * a card's code may have as many digits.
   */
  readonly digits: readonly number[];
}

const NOTHING: TypedRange = { start: '', end: '', count: '' };
export const emptyDraft: Draft = { hand: NOTHING, lines: [], samples: [], digits: [] };

/** Why a scan changed nothing. */
export type CardScanNote = CodeFault | 'not-a-number' | 'again' | 'both-there' | 'list-full';

/**
 * The digits of a sequence number as they are printed, less the spaces that group them; null for
 * any other text.
 */
export function sequenceNumber(text: string): string | null {
  const digits = text.replace(/\s/g, '');
  return /^\d+$/.test(digits) && digits.length <= LIMITS.sequenceDigitsMax ? digits : null;
}

/**
 * Whether a text that was scanned or typed gives a card away; what differs from the first number in
 * length is no last number.
 */
export function codeNote({ hand, digits }: Draft, text: string): CodeFault | null {
  const bare = text.replace(/\s/g, '');
  const fault = codeFault({ start: bare, end: bare }, digits);
  const isOther = hand.start !== '' && numberKind(hand.start) === 'sequence' && hand.start.length !== bare.length;
  return fault === 'maybe-code' && isOther ? 'card-code' : fault;
}

/** Numbers of this length are sequence numbers: somebody says so, or the issuer took some. */
export function vouchedFor(draft: Draft, length: number): Draft {
  return { ...draft, digits: [length, ...draft.digits.filter((known) => known !== length)] };
}

/** What may stay on this device: the list without anything that may give a card away. */
export function keepable(draft: Draft): Draft {
  const isSafe = (range: TypedRange) => codeFault(range, draft.digits) === null;
  return { ...draft, hand: isSafe(draft.hand) ? draft.hand : NOTHING, lines: draft.lines.filter(isSafe) };
}

/** How many digits sequence numbers have here, as far as is known. */
export function usualDigits({ hand, lines, digits }: Draft): number | null {
  const listed = [hand, ...lines].find(({ start }) => numberKind(start) === 'sequence');
  return listed?.start.length ?? digits[0] ?? null;
}

/** A number that was scanned: the first one, then the last one, wherever the focus is. */
export function scanned(draft: Draft, number: string): { readonly draft: Draft; readonly note: CardScanNote | null } {
  const { hand } = draft;
  if (hand.start === '') return { draft: { ...draft, hand: { ...hand, start: number } }, note: null };
  if (hand.end === '') return { draft: { ...draft, hand: { ...hand, end: number } }, note: null };
  return { draft, note: 'both-there' };
}

/**
 * The range at hand as somebody changed it by hand.
 *
 * Numbers lose the spaces that group their digits.
 */
export function typed(draft: Draft, change: Partial<TypedRange>): Draft {
  const plain = Object.fromEntries(Object.entries(change).map(([field, text]) => [field, text.replace(/\s/g, '')]));
  return { ...draft, hand: { ...draft.hand, ...plain } };
}

/** Puts the range at hand on the list; nothing changes while it has a fault or the list is full. */
export function putRangeOnList(draft: Draft): Draft {
  return cardFault(draft.hand, draft.digits) === null && hasRoom(draft)
    ? { ...withLines(draft, [draft.hand]), hand: NOTHING }
    : draft;
}

/** Adds ranges that were pasted or read from a file, as far as there is room for them. */
export function withLines(draft: Draft, ranges: readonly TypedRange[]): Draft {
  const next = 1 + Math.max(0, ...draft.lines.map(({ id }) => id));
  const room = LIMITS.rangesMax - draft.lines.length;
  return {
    ...draft,
    lines: [...draft.lines, ...ranges.slice(0, room).map((range, index) => ({ ...range, id: next + index }))],
  };
}

export function hasRoom({ lines }: Draft): boolean {
  return lines.length < LIMITS.rangesMax;
}

export function counted(draft: Draft, id: number, count: string): Draft {
  return { ...draft, lines: draft.lines.map((line) => (line.id === id ? { ...line, count: count.trim() } : line)) };
}

export function withoutRange(draft: Draft, id: number): Draft {
  return { ...draft, lines: draft.lines.filter((line) => line.id !== id) };
}

/**
 * Everything on the list, and the range at hand as the last one once it is begun: what would be
 * sent, in its order.
 */
export function rangesOf({ hand, lines }: Draft): readonly TypedRange[] {
  return hand.start === '' && hand.end === '' ? lines : [...lines, hand];
}

/** What the whole draft comes to. */
export interface DraftSum {
  /** Cards of all ranges whose ends are right, each once though it is in several. */
  readonly cards: number;
  readonly ranges: readonly TypedRange[];
  /** For each range, an earlier one with some of the same cards. */
  readonly overlaps: readonly (CardSpan | null)[];
  /** All of it as the server takes it; null while anything is wrong. */
  readonly ready: readonly CardRange[] | null;
  /** More cards than one activation takes. */
  readonly isTooMuch: boolean;
}

/** Adds the draft up. */
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
