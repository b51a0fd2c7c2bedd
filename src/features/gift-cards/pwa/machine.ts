import { LIMITS } from '../../../contract/access/limits.ts';
import type { ScanEvent } from '../../../reader/scan-event.ts';
import { doubtfulNumbers } from '../contract/card-code.ts';
import {
  acceptLength,
  type CardScanNote,
  codeNote,
  type Draft,
  draftSumOf,
  emptyDraft,
  enterScanned,
  rangesOf,
  type Sample,
  sequenceNumber,
  withLines,
} from './draft.ts';
import { CARDS_MAX } from './limits.ts';
import type { ActivationDelivery, ActivationPhase, PendingActivation } from './pending-activation.ts';
import { readRanges } from './read-list.ts';

/** `ranges`: listed, counted and sent together. `cards`: sent one by one as they are scanned. */
export type Mode = 'ranges' | 'cards';

export interface ActivationPageState {
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
  /** True if a single card needs its four printed digits before it is sent. */
  readonly needsLastFour: boolean;
  /** The scanned card that waits for its printed digits, or null. */
  readonly held: PendingActivation | null;
  /** The last scan and its time. */
  readonly last: { readonly number: string; readonly at: number } | null;
}

export type ActivateEvent =
  | { readonly type: 'chosen'; readonly mode: Mode }
  | { readonly type: 'scanned'; readonly scan: ScanEvent; readonly id: string; readonly now: number }
  /** The user confirms that the number in question is a sequence number. */
  | { readonly type: 'vouched'; readonly id: string; readonly now: number }
  /** The shop activated numbers of these lengths before. */
  | { readonly type: 'learned'; readonly lengths: readonly number[] }
  /** The shop's settings. */
  | { readonly type: 'ruled'; readonly needsLastFour: boolean }
  /** The digits printed on the waiting card; null cancels it. */
  | { readonly type: 'printed'; readonly id: string; readonly digits: string | null }
  | { readonly type: 'read'; readonly text: string }
  | { readonly type: 'changed'; readonly change: (draft: Draft) => Draft }
  | { readonly type: 'sampled'; readonly sample: Sample }
  | { readonly type: 'found'; readonly draft: Draft }
  | { readonly type: 'confirmed'; readonly id: string; readonly now: number }
  | { readonly type: 'delivered'; readonly delivery: ActivationDelivery }
  | { readonly type: 'dropped' };

/** The initial state. */
export const initialActivationState: ActivationPageState = {
  mode: 'ranges',
  draft: emptyDraft,
  note: null,
  doubt: null,
  unread: [],
  delivery: null,
  cards: [],
  needsLastFour: false,
  held: null,
  last: null,
};

/**
 * Returns the next state.
 *
 * Pure: ids and times come with the events. An event that does not fit changes nothing.
 */
export function reduce(state: ActivationPageState, event: ActivateEvent): ActivationPageState {
  switch (event.type) {
    case 'chosen':
      return { ...state, mode: event.mode, note: null, doubt: null, held: null, unread: [] };
    case 'scanned':
      return handleScan(state, event.scan, { id: event.id, savedAt: event.now });
    case 'vouched':
      return acceptDoubtfulNumber(state, { id: event.id, savedAt: event.now });
    case 'learned': {
      const isNew = event.lengths.some((length) => !state.draft.digits.includes(length));
      return isNew ? { ...state, draft: event.lengths.reduce(acceptLength, state.draft) } : state;
    }
    case 'ruled':
      return { ...state, needsLastFour: event.needsLastFour, held: event.needsLastFour ? state.held : null };
    case 'printed':
      return setPrintedDigits(state, event.digits);
    case 'read':
      return handleText(state, event.text);
    case 'changed': {
      const delivery = state.delivery?.phase.at === 'refused' ? null : state.delivery;
      return { ...state, draft: event.change(state.draft), note: null, doubt: null, unread: [], delivery };
    }
    case 'sampled':
      return { ...state, draft: { ...state.draft, samples: [...state.draft.samples, event.sample] } };
    case 'found':
      return rangesOf(state.draft).length > 0
        ? state
        : { ...state, draft: state.draft.digits.reduceRight(acceptLength, event.draft) };
    case 'confirmed':
      return sendList(state, { id: event.id, savedAt: event.now });
    case 'delivered':
      return withDelivery(state, event.delivery);
    case 'dropped':
      return { ...state, delivery: null };
  }
}

export function find({ delivery, cards }: ActivationPageState, id: string): ActivationDelivery | undefined {
  return delivery?.operation.id === id ? delivery : cards.find(({ operation }) => operation.id === id);
}

type NewOperation = Pick<PendingActivation, 'id' | 'savedAt'>;

/**
 * In the one-scan mode a scanned card is sent at once; otherwise the number fills the current
 * range.
 */
function handleScan(
  state: ActivationPageState,
  scan: ScanEvent,
  newOperation: NewOperation,
  wasRead = scan.source !== 'typed',
): ActivationPageState {
  const { text, source, at } = scan;
  const code = codeNote(state.draft, text);
  if (code !== null) return { ...state, note: code, doubt: code === 'maybe-code' ? scan : null };
  if (source === 'paste' && state.mode === 'ranges' && /\D/.test(text.trim())) return handleText(state, text);
  const number = sequenceNumber(text);
  if (number === null) return { ...state, note: 'not-a-number', doubt: null };
  const last = source === 'typed' ? state.last : { number, at };
  if (source !== 'typed' && isAgain(state, number, at)) return { ...state, last, note: 'again', doubt: null };
  if (state.mode === 'ranges') return { ...state, last, doubt: null, ...enterScanned(state.draft, number) };
  const operation: PendingActivation = {
    ...newOperation,
    mode: 'card',
    ranges: [{ start: number, end: number, count: 1 }],
  };
  const clear = { ...state, last, note: null, doubt: null };
  if (state.needsLastFour && wasRead) return { ...clear, held: operation };
  return withDelivery(clear, {
    operation: { ...operation, ...(!wasRead && { numbersTyped: true }) },
    phase: { at: 'sending' },
  });
}

/** Compares the scan with the card's print. The server decides, and stores both numbers. */
function setPrintedDigits({ held, ...state }: ActivationPageState, digits: string | null): ActivationPageState {
  const free = { ...state, held: null };
  if (held === null || digits === null) return free;
  return withDelivery(free, { operation: { ...held, printed: digits }, phase: { at: 'sending' } });
}

/** Accepts a doubtful number, and later numbers of the same length, as sequence numbers. */
function acceptDoubtfulNumber(state: ActivationPageState, newOperation: NewOperation): ActivationPageState {
  const { doubt, draft } = state;
  if (doubt === null) return state;
  const length = doubt.text.replace(/\s/g, '').length;
  return handleScan(
    { ...state, draft: acceptLength(draft, length), note: null, doubt: null },
    { ...doubt, source: 'typed' },
    newOperation,
    doubt.source !== 'typed',
  );
}

/** True for a repeated scan of the same card in quick succession, which is ignored. */
function isAgain({ last }: ActivationPageState, number: string, at: number): boolean {
  return last !== null && last.number === number && at >= last.at && at - last.at < LIMITS.scanCooldownMs;
}

function handleText(state: ActivationPageState, text: string): ActivationPageState {
  const { ranges, unread } = readRanges(text);
  const draft = withLines(state.draft, ranges);
  const fits = draft.lines.length === state.draft.lines.length + ranges.length;
  return { ...state, draft, unread, note: fits ? null : 'list-full', doubt: null };
}

/** Sends the whole list if it has no fault and no other list is being sent. */
function sendList(state: ActivationPageState, newOperation: NewOperation): ActivationPageState {
  const { ready } = draftSumOf(state.draft);
  const isFree = state.delivery === null || state.delivery.phase.at === 'refused';
  if (ready === null || !isFree) return state;
  return withDelivery(state, {
    operation: {
      ...newOperation,
      mode: 'list',
      ranges: [...ready],
      ...(ready.some(({ count }) => count === 1) && { numbersTyped: true }),
    },
    phase: { at: 'sending' },
  });
}

function withDelivery(state: ActivationPageState, delivery: ActivationDelivery): ActivationPageState {
  const { operation, phase } = delivery;
  const draft = draftAfter(state.draft, operation, phase);
  if (operation.mode === 'list') return { ...state, delivery, draft };
  const isListed = find(state, operation.id) !== undefined;
  const cards = isListed
    ? state.cards.map((card) => (card.operation.id === operation.id ? delivery : card))
    : [delivery, ...state.cards];
  return { ...state, draft, cards: cards.slice(0, CARDS_MAX) };
}

/**
 * Returns an empty draft once the server has the list.
 *
 * Lengths that the issuer knows as card codes are no longer accepted, even if a user confirmed
 * them.
 */
function draftAfter(draft: Draft, { mode, ranges }: PendingActivation, phase: ActivationPhase): Draft {
  if (phase.at === 'answered') return mode === 'list' ? { ...emptyDraft, digits: draft.digits } : draft;
  if (phase.at !== 'refused' || phase.failure.kind !== 'problem' || phase.failure.code !== 'card-code') return draft;
  const wrong = doubtfulNumbers(ranges).map(({ length }) => length);
  return { ...draft, digits: draft.digits.filter((known) => !wrong.includes(known)) };
}
