import type { ActivationRequest, ActivationView } from '../../contract/activation.ts';
import { isActivationOpen } from '../../contract/activation.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { Call } from '../api/client.ts';
import { type Failure, failureOf } from '../api/failure.ts';
import type { ScanEvent } from '../scan/scan-event.ts';
import type { ActivateOutbox, Wish } from './activate-outbox.ts';
import { type Draft, emptyDraft, type Sample, type ScanNote, scanned, sequenceNumber, sumOf, withLines } from './draft.ts';
import { readList } from './read-list.ts';

/** The rhythm of asking whether a wish has arrived and what became of it, as for refunds. */
const QUICK_ROUNDS = 10;
const FIRST_MS = 400;
const QUICK_MS = 1_000;
const STEADY_MS = 5_000;
/** An activation that the server does not know is not called missing before it is this old: its PUT may still be under way. */
const MISSING_AFTER_MS = 20_000;
/** Cards of the one-scan mode that stay in sight. */
const CARDS_SHOWN = 20;

/** Ranges are listed, counted and then sent together; cards are sent one by one as they are scanned. */
export type Mode = 'ranges' | 'cards';

export type Phase =
  | { readonly at: 'sending' }
  /** Nobody has said yet whether it arrived. */
  | { readonly at: 'silent' }
  /** The server has never heard of it. The same id can be sent again: it activates once. */
  | { readonly at: 'missing' }
  | { readonly at: 'heard'; readonly view: ActivationView }
  /** Our own server, or this device, refused before anything was recorded. */
  | { readonly at: 'refused'; readonly failure: Failure | { readonly kind: 'not-saved' } };

export interface Delivery {
  readonly wish: Wish;
  readonly phase: Phase;
}

/** What the screens show. */
export interface Activating {
  readonly mode: Mode;
  readonly draft: Draft;
  readonly note: ScanNote | null;
  /** Lines of the last list that could not be read. */
  readonly unread: readonly number[];
  /** The list on its way, the last one that was begun; null for none. */
  readonly delivery: Delivery | null;
  /** Cards of the one-scan mode, the newest first. */
  readonly cards: readonly Delivery[];
}

export interface ActivateDeps {
  readonly call: Call;
  readonly outbox: ActivateOutbox;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly uuid: () => string;
  readonly sleep: (ms: number) => Promise<void>;
  /** False while the till is locked: then nothing is asked. */
  readonly mayAsk: () => boolean;
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
  const listeners = new Set<() => void>();
  let state: Activating = { mode: 'ranges', draft: emptyDraft, note: null, unread: [], delivery: null, cards: [] };
  let started: Promise<void> | undefined;
  let last: { readonly number: string; readonly at: number } | null = null;

  function set(next: Partial<Activating>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  function setDraft(draft: Draft, rest: Partial<Activating> = {}): void {
    set({ draft, ...rest });
    // Kept as a kindness after a reload; where it can't be kept, it is on the screen all the same.
    outbox.saveDraft(draft).catch(() => undefined);
  }

  function find(id: string): Delivery | undefined {
    return state.delivery?.wish.id === id ? state.delivery : state.cards.find(({ wish }) => wish.id === id);
  }

  function show(delivery: Delivery): void {
    const { wish } = delivery;
    if (wish.mode === 'list') return set({ delivery });
    const isKnown = state.cards.some((card) => card.wish.id === wish.id);
    const cards = isKnown ? state.cards.map((card) => (card.wish.id === wish.id ? delivery : card)) : [delivery, ...state.cards];
    set({ cards: cards.slice(0, CARDS_SHOWN) });
  }

  /** The newest word about a wish. Once the server has it, its journal keeps it and this device need not. */
  function heard(wish: Wish, phase: Phase): void {
    if (find(wish.id) === undefined) return;
    show({ wish, phase });
    if (phase.at !== 'heard' && phase.at !== 'refused') return;
    void outbox.remove(wish.id);
    if (phase.at !== 'heard') return;
    deps.onHeard(phase.view);
    if (wish.mode === 'list') setDraft(emptyDraft);
  }

  async function send(wish: Wish, pin: string | null): Promise<void> {
    show({ wish, phase: { at: 'sending' } });
    try {
      await outbox.save(wish);
      if (wish.mode === 'list') await outbox.addSamples(wish.id, state.draft.samples);
    } catch {
      // Full disk, private window, storage blocked: what can't be kept is not sent. The screen says so.
      return show({ wish, phase: { at: 'refused', failure: { kind: 'not-saved' } } });
    }
    // The answer to the PUT waits for the end, for some seconds; how far it is can be asked before.
    follow(wish);
    try {
      const body: ActivationRequest = { ranges: wish.ranges, ...(pin !== null && { pin }) };
      heard(wish, { at: 'heard', view: await call('putActivation', { params: { id: wish.id }, body }) });
    } catch (error) {
      const failure = failureOf(error);
      // Silence takes back nothing that was heard meanwhile.
      if (isRefusal(failure)) heard(wish, { at: 'refused', failure });
      else if (find(wish.id)?.phase.at === 'sending') heard(wish, { at: 'silent' });
    }
  }

  /** Asks until it is known whether the wish arrived; of a single card, until it is known what became of it. Never sends it again. */
  function follow(wish: Wish): void {
    void (async () => {
      for (let round = 0; isOpen(find(wish.id)); round += 1) {
        await deps.sleep(round === 0 ? FIRST_MS : round < QUICK_ROUNDS ? QUICK_MS : STEADY_MS);
        if (deps.mayAsk() && isOpen(find(wish.id))) await ask(wish);
      }
    })();
  }

  async function ask(wish: Wish): Promise<void> {
    try {
      heard(wish, { at: 'heard', view: await call('activation', { params: { id: wish.id } }) });
    } catch (error) {
      const failure = failureOf(error);
      const isUnknownThere = failure.kind === 'problem' && failure.code === 'not-found';
      if (isUnknownThere && now() - wish.savedAt >= MISSING_AFTER_MS) heard(wish, { at: 'missing' });
    }
  }

  async function pickUp(): Promise<void> {
    try {
      const [draft, wishes] = await Promise.all([outbox.draft(), outbox.wishes()]);
      if (draft !== null && state.draft === emptyDraft) set({ draft });
      for (const wish of wishes) {
        if (find(wish.id) !== undefined) continue;
        show({ wish, phase: { at: 'silent' } });
        follow(wish);
      }
    } catch {
      // Where nothing can be kept, nothing was: an activation says for itself that it can't be saved.
    }
  }

  /** A scanner that reads a card twice in a breath means it once. */
  function isAgain(number: string, at: number): boolean {
    const again = last !== null && last.number === number && at >= last.at && at - last.at < LIMITS.scanCooldownMs;
    last = { number, at };
    return again;
  }

  function activateCard(number: string): void {
    void send({ id: uuid(), mode: 'card', ranges: [{ start: number, end: number, count: 1 }], savedAt: now() }, null);
  }

  function read(text: string): void {
    const { ranges, unread } = readList(text);
    const draft = withLines(state.draft, ranges);
    const fits = draft.lines.length === state.draft.lines.length + ranges.length;
    setDraft(draft, { unread, note: fits ? null : 'list-full' });
  }

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: () => state,
    start: () => (started ??= pickUp()),
    choose: (mode) => set({ mode, note: null, unread: [] }),
    scan({ text, source, at }) {
      if (source === 'paste' && state.mode === 'ranges' && /\D/.test(text.trim())) return read(text);
      const number = sequenceNumber(text);
      if (number === null) return set({ note: 'not-a-number' });
      if (source !== 'typed' && isAgain(number, at)) return set({ note: 'again' });
      if (state.mode === 'ranges') {
        const { draft, note } = scanned(state.draft, number);
        return setDraft(draft, { note });
      }
      set({ note: null });
      activateCard(number);
    },
    read,
    change(change) {
      const { delivery } = state;
      const isOld = delivery?.phase.at === 'refused';
      setDraft(change(state.draft), { note: null, unread: [], ...(isOld && { delivery: null }) });
    },
    activate(pin) {
      const { ready } = sumOf(state.draft);
      const isFree = state.delivery === null || state.delivery.phase.at === 'refused';
      if (ready === null || !isFree) return;
      void send({ id: uuid(), mode: 'list', ranges: [...ready], savedAt: now() }, pin);
    },
    sendAgain(pin) {
      const { delivery } = state;
      if (delivery?.phase.at === 'missing') void send({ ...delivery.wish, savedAt: now() }, pin);
    },
    forget() {
      const { delivery } = state;
      if (delivery === null || isOpen(delivery)) return;
      void outbox.remove(delivery.wish.id);
      set({ delivery: null });
    },
    async addSample(activationId, sample) {
      if (activationId === null) return setDraft({ ...state.draft, samples: [...state.draft.samples, sample] });
      await outbox.addSamples(activationId, [sample]);
    },
  };
}

/** True while it is to be asked after. A list is followed until it has arrived; from then on its own page shows it. */
function isOpen(delivery: Delivery | undefined): boolean {
  if (delivery === undefined) return false;
  const { wish, phase } = delivery;
  if (phase.at === 'heard') return wish.mode === 'card' && isActivationOpen(phase.view.state);
  return phase.at === 'sending' || phase.at === 'silent';
}

/** A 4xx answer means that nothing was recorded and nothing sent, except where it says that the id is already known. */
function isRefusal(failure: Failure): boolean {
  return failure.kind === 'problem' && failure.status < 500 && failure.code !== 'activation-mismatch';
}
