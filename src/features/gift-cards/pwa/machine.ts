import { LIMITS } from '../../../contract/access/limits.ts';
import type { ScanEvent } from '../../../pwa/scan/scan-event.ts';
import { doubtfulNumbers } from '../contract/card-code.ts';
import {
  type CardScanNote,
  codeNote,
  type Draft,
  draftSumOf,
  emptyDraft,
  rangesOf,
  type Sample,
  scanned,
  sequenceNumber,
  vouchedFor,
  withLines,
} from './draft.ts';
import { readRanges } from './read-list.ts';
import type { ActivationDelivery, ActivationPhase, ActivationWish } from './wish.ts';

const CARDS_SHOWN = 20;

/** `ranges`: listed, counted and sent together. `cards`: sent one by one as they are scanned. */
export type Mode = 'ranges' | 'cards';

export interface Activating {
  readonly mode: Mode;
  readonly draft: Draft;
  readonly note: CardScanNote | null;
  /** A scan that may be a card's code, until the user decides; never stored. */
  readonly doubt: ScanEvent | null;
  /** Lines of the last text that could not be read. */
  readonly unread: readonly number[];
  /** The latest list that was sent, or null. */
  readonly delivery: ActivationDelivery | null;
  /** Cards of the one-scan mode, newest first. */
  readonly cards: readonly ActivationDelivery[];
  /** A single card needs its four printed digits first. */
  readonly asksLastFour: boolean;
  /** A scanned card that waits for these digits, or null. */
  readonly held: ActivationWish | null;
  /** The last scan and its time. */
  readonly last: { readonly number: string; readonly at: number } | null;
}

export type ActivateEvent =
  | { readonly type: 'chosen'; readonly mode: Mode }
  | { readonly type: 'scanned'; readonly scan: ScanEvent; readonly id: string; readonly now: number }
  /** The user confirms that the number in question is a sequence number. */
  | { readonly type: 'vouched'; readonly id: string; readonly now: number }
  /** Numbers of these lengths were activated here before. */
  | { readonly type: 'learned'; readonly lengths: readonly number[] }
  /** The shop's settings. */
  | { readonly type: 'ruled'; readonly asksLastFour: boolean }
  /** The digits printed on the waiting card; null cancels it. */
  | { readonly type: 'printed'; readonly id: string; readonly digits: string | null }
  | { readonly type: 'read'; readonly text: string }
  | { readonly type: 'changed'; readonly change: (draft: Draft) => Draft }
  | { readonly type: 'sampled'; readonly sample: Sample }
  | { readonly type: 'found'; readonly draft: Draft }
  | { readonly type: 'confirmed'; readonly id: string; readonly now: number }
  | { readonly type: 'told'; readonly delivery: ActivationDelivery }
  | { readonly type: 'dropped' };

/** The initial state. */
export const nothingYet: Activating = {
  mode: 'ranges',
  draft: emptyDraft,
  note: null,
  doubt: null,
  unread: [],
  delivery: null,
  cards: [],
  asksLastFour: false,
  held: null,
  last: null,
};

/**
 * Returns the next state.
 *
 * Pure: ids and times come with the events. An event that does not fit changes nothing.
 */
export function reduce(state: Activating, event: ActivateEvent): Activating {
  switch (event.type) {
    case 'chosen':
      return { ...state, mode: event.mode, note: null, doubt: null, held: null, unread: [] };
    case 'scanned':
      return scannedAt(state, event.scan, { id: event.id, savedAt: event.now });
    case 'vouched':
      return vouched(state, { id: event.id, savedAt: event.now });
    case 'learned': {
      const isNew = event.lengths.some((length) => !state.draft.digits.includes(length));
      return isNew ? { ...state, draft: event.lengths.reduce(vouchedFor, state.draft) } : state;
    }
    case 'ruled':
      return { ...state, asksLastFour: event.asksLastFour, held: event.asksLastFour ? state.held : null };
    case 'printed':
      return printed(state, event.digits);
    case 'read':
      return read(state, event.text);
    case 'changed': {
      const delivery = state.delivery?.phase.at === 'refused' ? null : state.delivery;
      return { ...state, draft: event.change(state.draft), note: null, doubt: null, unread: [], delivery };
    }
    case 'sampled':
      return { ...state, draft: { ...state.draft, samples: [...state.draft.samples, event.sample] } };
    case 'found':
      return rangesOf(state.draft).length > 0
        ? state
        : { ...state, draft: state.draft.digits.reduceRight(vouchedFor, event.draft) };
    case 'confirmed':
      return confirmed(state, { id: event.id, savedAt: event.now });
    case 'told':
      return told(state, event.delivery);
    case 'dropped':
      return { ...state, delivery: null };
  }
}

export function find({ delivery, cards }: Activating, id: string): ActivationDelivery | undefined {
  return delivery?.wish.id === id ? delivery : cards.find(({ wish }) => wish.id === id);
}

type Begun = Pick<ActivationWish, 'id' | 'savedAt'>;

/**
 * In the one-scan mode a scanned card is sent at once; otherwise the number fills the current
 * range.
 */
function scannedAt(state: Activating, scan: ScanEvent, begun: Begun, wasRead = scan.source !== 'typed'): Activating {
  const { text, source, at } = scan;
  const code = codeNote(state.draft, text);
  if (code !== null) return { ...state, note: code, doubt: code === 'maybe-code' ? scan : null };
  if (source === 'paste' && state.mode === 'ranges' && /\D/.test(text.trim())) return read(state, text);
  const number = sequenceNumber(text);
  if (number === null) return { ...state, note: 'not-a-number', doubt: null };
  const last = source === 'typed' ? state.last : { number, at };
  if (source !== 'typed' && isAgain(state, number, at)) return { ...state, last, note: 'again', doubt: null };
  if (state.mode === 'ranges') return { ...state, last, doubt: null, ...scanned(state.draft, number) };
  const wish: ActivationWish = { ...begun, mode: 'card', ranges: [{ start: number, end: number, count: 1 }] };
  const clear = { ...state, last, note: null, doubt: null };
  if (state.asksLastFour && wasRead) return { ...clear, held: wish };
  return told(clear, { wish: { ...wish, ...(!wasRead && { numbersTyped: true }) }, phase: { at: 'sending' } });
}

/** Compares the scan with the card's print. The server decides, and stores both numbers. */
function printed({ held, ...state }: Activating, digits: string | null): Activating {
  const free = { ...state, held: null };
  if (held === null || digits === null) return free;
  return told(free, { wish: { ...held, printed: digits }, phase: { at: 'sending' } });
}

/** Accepts the number in question as if it was typed, and later numbers of its length. */
function vouched(state: Activating, begun: Begun): Activating {
  const { doubt, draft } = state;
  if (doubt === null) return state;
  const length = doubt.text.replace(/\s/g, '').length;
  return scannedAt(
    { ...state, draft: vouchedFor(draft, length), note: null, doubt: null },
    { ...doubt, source: 'typed' },
    begun,
    doubt.source !== 'typed',
  );
}

/** A scanner that reads a card twice in quick succession means it once. */
function isAgain({ last }: Activating, number: string, at: number): boolean {
  return last !== null && last.number === number && at >= last.at && at - last.at < LIMITS.scanCooldownMs;
}

function read(state: Activating, text: string): Activating {
  const { ranges, unread } = readRanges(text);
  const draft = withLines(state.draft, ranges);
  const fits = draft.lines.length === state.draft.lines.length + ranges.length;
  return { ...state, draft, unread, note: fits ? null : 'list-full', doubt: null };
}

/** Sends the whole list if it has no fault and no other one is being sent. */
function confirmed(state: Activating, begun: Begun): Activating {
  const { ready } = draftSumOf(state.draft);
  const isFree = state.delivery === null || state.delivery.phase.at === 'refused';
  if (ready === null || !isFree) return state;
  return told(state, {
    wish: {
      ...begun,
      mode: 'list',
      ranges: [...ready],
      ...(ready.some(({ count }) => count === 1) && { numbersTyped: true }),
    },
    phase: { at: 'sending' },
  });
}

function told(state: Activating, delivery: ActivationDelivery): Activating {
  const { wish, phase } = delivery;
  const draft = draftAfter(state.draft, wish, phase);
  if (wish.mode === 'list') return { ...state, delivery, draft };
  const isShown = find(state, wish.id) !== undefined;
  const cards = isShown
    ? state.cards.map((card) => (card.wish.id === wish.id ? delivery : card))
    : [delivery, ...state.cards];
  return { ...state, draft, cards: cards.slice(0, CARDS_SHOWN) };
}

/**
 * Starts the next list once the server has one.
 *
 * Lengths that the issuer knows as card codes are no longer accepted, even if a user confirmed
 * them.
 */
function draftAfter(draft: Draft, { mode, ranges }: ActivationWish, phase: ActivationPhase): Draft {
  if (phase.at === 'heard') return mode === 'list' ? { ...emptyDraft, digits: draft.digits } : draft;
  if (phase.at !== 'refused' || phase.failure.kind !== 'problem' || phase.failure.code !== 'card-code') return draft;
  const wrong = doubtfulNumbers(ranges).map(({ length }) => length);
  return { ...draft, digits: draft.digits.filter((known) => !wrong.includes(known)) };
}
