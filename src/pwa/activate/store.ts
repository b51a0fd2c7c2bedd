import type { ActivationView } from '../../contract/activation.ts';
import { isActivationOpen } from '../../contract/activation.ts';
import { doubtfulNumbers } from '../../contract/card-code.ts';
import { LIMITS } from '../../contract/limits.ts';
import { isRefusal } from '../api/failure.ts';
import type { PageDeps } from '../api/page.ts';
import type { ScanEvent } from '../scan/scan-event.ts';
import { createCourier } from '../wishes/courier.ts';
import { createShown } from '../wishes/shown.ts';
import { isUnderWay, type Phase as PhaseOf } from '../wishes/wish.ts';
import {
  codeNote,
  type Draft,
  emptyDraft,
  keepable,
  rangesOf,
  type Sample,
  type ScanNote,
  scanned,
  sequenceNumber,
  sumOf,
  vouchedFor,
  withLines,
} from './draft.ts';
import type { ActivateOutbox, Wish } from './outbox.ts';
import { readList } from './read-list.ts';

/** The answer to the PUT waits for the end, for some seconds; how far it is can be asked before. */
const ASKS_AFTER_MS = 400;
/** As long as the PUT of an activation can be under way, with room to spare. */
const MISSING_AFTER_MS = 20_000;
/** Cards of the one-scan mode that stay in sight. */
const CARDS_SHOWN = 20;

/** Ranges are listed, counted and then sent together; cards are sent one by one as they are scanned. */
export type Mode = 'ranges' | 'cards';

/** What this page knows of an activation. */
export type Phase = PhaseOf<ActivationView>;

export interface Delivery {
  readonly wish: Wish;
  readonly phase: Phase;
}

/** What the screens show. */
export interface Activating {
  readonly mode: Mode;
  readonly draft: Draft;
  readonly note: ScanNote | null;
  /** What was scanned and may be the code of a card, until somebody says what it is; never kept. */
  readonly doubt: ScanEvent | null;
  /** Lines of the last list that could not be read. */
  readonly unread: readonly number[];
  /** The list on its way, the last one that was begun; null for none. */
  readonly delivery: Delivery | null;
  /** Cards of the one-scan mode, the newest first. */
  readonly cards: readonly Delivery[];
}

export interface ActivateDeps extends PageDeps {
  readonly outbox: ActivateOutbox;
  /** The server has an activation, so lists of them are stale. */
  readonly onHeard: (view: ActivationView) => void;
}

/** Activations of this page. It lives outside React, so that the list being made and what is on its way stay behind the lock screen. */
export interface ActivateStore {
  readonly subscribe: (listener: () => void) => () => void;
  readonly state: () => Activating;
  /** Reads what an earlier page left behind and follows it up; once, however often it is called. */
  readonly start: () => Promise<void>;
  readonly choose: (mode: Mode) => void;
  /** A number that was read by whatever device, or a list that was pasted. */
  readonly scan: (scan: ScanEvent) => void;
  /** The number in doubt is a sequence number, and so are others of its length. */
  readonly vouch: () => void;
  /** Numbers of these lengths were activated here before. */
  readonly learn: (lengths: readonly number[]) => void;
  /** Adds the lines of a text to the list. */
  readonly read: (text: string) => void;
  readonly change: (change: (draft: Draft) => Draft) => void;
  /** Sends the whole list, if nothing is wrong with it and nothing is on its way. */
  readonly activate: (pin: string | null) => void;
  /** Sends the list that never arrived once more, with its own id. */
  readonly sendAgain: (pin: string | null) => void;
  /** Forgets the list on its way that came to nothing, or that the server now has. */
  readonly forget: () => void;
  readonly addSample: (activationId: string | null, sample: Sample) => Promise<void>;
}

/** Makes the store of activations. */
export function createActivateStore(deps: ActivateDeps): ActivateStore {
  const { call, outbox, now, uuid } = deps;
  const shown = createShown<Activating>({
    mode: 'ranges',
    draft: emptyDraft,
    note: null,
    doubt: null,
    unread: [],
    delivery: null,
    cards: [],
  });
  const { state } = shown;
  const courier = createCourier<Wish, ActivationView>({
    ...deps,
    outbox: { ...outbox, save },
    ask: ({ id }) => call('activation', { params: { id } }),
    asksAfterMs: ASKS_AFTER_MS,
    missingAfterMs: MISSING_AFTER_MS,
    isRefusal: (failure) => isRefusal(failure, 'activation-mismatch'),
    phaseOf: ({ id }) => find(id)?.phase,
    isOpen,
    show: put,
    heard,
  });
  let started: Promise<void> | undefined;
  let last: { readonly number: string; readonly at: number } | null = null;

  function set(next: Partial<Activating>): void {
    shown.show({ ...state(), ...next });
  }

  function setDraft(draft: Draft, rest: Partial<Activating> = {}): void {
    set({ draft, ...rest });
    // Kept as a kindness after a reload; where it can't be kept, it is on the screen all the same.
    outbox.saveDraft(keepable(draft)).catch(() => undefined);
  }

  function find(id: string): Delivery | undefined {
    const { delivery, cards } = state();
    return delivery?.wish.id === id ? delivery : cards.find(({ wish }) => wish.id === id);
  }

  function put(wish: Wish, phase: Phase): void {
    const delivery = { wish, phase };
    if (wish.mode === 'list') return set({ delivery });
    const { cards } = state();
    const next = find(wish.id) === undefined ? [delivery, ...cards] : cards.map((card) => (card.wish.id === wish.id ? delivery : card));
    set({ cards: next.slice(0, CARDS_SHOWN) });
  }

  /** Once the server has a wish, its journal keeps it and this device need not. */
  function heard(wish: Wish, phase: Phase): void {
    put(wish, phase);
    if (phase.at === 'refused' && phase.failure.kind === 'problem' && phase.failure.code === 'card-code') distrust(wish);
    if (phase.at !== 'heard' && phase.at !== 'refused') return;
    void outbox.remove(wish.id);
    if (phase.at !== 'heard') return;
    deps.onHeard(phase.view);
    if (wish.mode === 'list') setDraft({ ...emptyDraft, digits: state().draft.digits });
  }

  /** The issuer knows a card by such a number, whatever somebody said. */
  function distrust({ ranges }: Wish): void {
    const lengths = doubtfulNumbers(ranges).map(({ length }) => length);
    const { draft } = state();
    setDraft({ ...draft, digits: draft.digits.filter((known) => !lengths.includes(known)) });
  }

  /** The samples of a list are kept with it. */
  async function save(wish: Wish): Promise<void> {
    await outbox.save(wish);
    if (wish.mode === 'list') await outbox.addSamples(wish.id, state().draft.samples);
  }

  function send(wish: Omit<Wish, 'savedAt'>, pin: string | null): void {
    void courier.send({ ...wish, savedAt: now() }, ({ id, ranges }) =>
      call('putActivation', {
        params: { id },
        body: { ranges, ...(pin !== null && { pin }), ...(doubtfulNumbers(ranges).length > 0 && { numbersConfirmed: true }) },
      }),
    );
  }

  async function pickUpDraft(): Promise<void> {
    try {
      const draft = await outbox.draft();
      if (draft === null || rangesOf(state().draft).length > 0) return;
      const { digits } = state().draft;
      set({ draft: digits.reduceRight(vouchedFor, draft) });
    } catch {
      // Where nothing can be kept, nothing was.
    }
  }

  /** A scanner that reads a card twice in a breath means it once. */
  function isAgain(number: string, at: number): boolean {
    const again = last !== null && last.number === number && at >= last.at && at - last.at < LIMITS.scanCooldownMs;
    last = { number, at };
    return again;
  }

  function activateCard(number: string): void {
    send({ id: uuid(), mode: 'card', ranges: [{ start: number, end: number, count: 1 }] }, null);
  }

  function read(text: string): void {
    const { ranges, unread } = readList(text);
    const draft = withLines(state().draft, ranges);
    const fits = draft.lines.length === state().draft.lines.length + ranges.length;
    setDraft(draft, { unread, note: fits ? null : 'list-full' });
  }

  function scan(event: ScanEvent): void {
    const { text, source, at } = event;
    if (source === 'paste' && state().mode === 'ranges' && /\D/.test(text.trim()) && codeNote(state().draft, text) === null)
      return read(text);
    const code = codeNote(state().draft, text);
    if (code !== null) return set({ note: code, doubt: code === 'maybe-code' ? event : null });
    const number = sequenceNumber(text);
    if (number === null) return set({ note: 'not-a-number', doubt: null });
    if (source !== 'typed' && isAgain(number, at)) return set({ note: 'again', doubt: null });
    if (state().mode === 'ranges') {
      const { draft, note } = scanned(state().draft, number);
      return setDraft(draft, { note, doubt: null });
    }
    set({ note: null, doubt: null });
    activateCard(number);
  }

  return {
    subscribe: shown.subscribe,
    state,
    start: () => (started ??= Promise.all([pickUpDraft(), courier.pickUp()]).then(() => undefined)),
    choose: (mode) => set({ mode, note: null, doubt: null, unread: [] }),
    scan,
    vouch() {
      const { doubt, draft } = state();
      if (doubt === null) return;
      setDraft(vouchedFor(draft, doubt.text.replace(/\s/g, '').length), { doubt: null, note: null });
      scan({ ...doubt, source: 'typed' });
    },
    learn(lengths) {
      const { draft } = state();
      const isNew = lengths.some((length) => !draft.digits.includes(length));
      if (isNew) setDraft(lengths.reduce(vouchedFor, draft));
    },
    read,
    change(change) {
      const { delivery } = state();
      const isOld = delivery?.phase.at === 'refused';
      setDraft(change(state().draft), { note: null, doubt: null, unread: [], ...(isOld && { delivery: null }) });
    },
    activate(pin) {
      const { ready } = sumOf(state().draft);
      const { delivery } = state();
      if (ready === null || (delivery !== null && delivery.phase.at !== 'refused')) return;
      send({ id: uuid(), mode: 'list', ranges: [...ready] }, pin);
    },
    sendAgain(pin) {
      const { delivery } = state();
      if (delivery?.phase.at === 'missing') send(delivery.wish, pin);
    },
    forget() {
      const { delivery } = state();
      if (delivery === null || isOpen(delivery.phase, delivery.wish)) return;
      void outbox.remove(delivery.wish.id);
      set({ delivery: null });
    },
    async addSample(activationId, sample) {
      if (activationId === null) return setDraft({ ...state().draft, samples: [...state().draft.samples, sample] });
      await outbox.addSamples(activationId, [sample]);
    },
  };
}

/** A list is followed until it has arrived; from then on its own page shows it. A card is followed until it is known what became of it. */
function isOpen(phase: Phase, { mode }: Wish): boolean {
  return phase.at === 'heard' ? mode === 'card' && isActivationOpen(phase.view.state) : isUnderWay(phase);
}
