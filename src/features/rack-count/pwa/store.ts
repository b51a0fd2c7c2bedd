import { lastFour, parseCode, refIdentity } from '../../../contract/voucher/voucher.ts';
import { type Failure, failureOf } from '../../../pwa/api/failure.ts';
import type { PageDeps } from '../../../pwa/api/page.ts';
import { createStateStore, type ReadableStore } from '../../../pwa/pending-operations/state-store.ts';
import type { Cue } from '../../../pwa/shell/sound.ts';
import { type CardState, type CountedCard, findingOf, withCard } from './count.ts';
import type { StoredCount } from './stored-count.ts';

export interface RackCount {
  readonly cards: readonly CountedCard[];
  /** The last scan: the card, and true if it was counted before. */
  readonly last: { readonly tag: string; readonly isAgain: boolean } | null;
  /** Number of cards that are being looked up or wait for a lookup. */
  readonly pending: number;
  /** Why cards are not looked up at the moment. */
  readonly failure: Failure | null;
  /** False if the browser could not store the count. */
  readonly isStored: boolean;
}

export interface RackCountStore extends ReadableStore<RackCount> {
  readonly start: () => Promise<void>;
  /** Counts a card and looks it up in the background: the next scan need not wait. */
  readonly scan: (text: string) => void;
  /** Looks up the cards that could not be looked up, if this page still has their codes. */
  readonly checkAgain: () => void;
  readonly startOver: () => void;
}

export interface RackCountDeps extends Pick<PageDeps, 'call' | 'now'> {
  readonly stored: StoredCount;
  readonly cue: (cue: Cue) => void;
}

/** Number of parallel lookups. More would let a hand scanner slow down the tills. */
const PARALLEL_LOOKUPS = 2;

const EMPTY: RackCount = { cards: [], last: null, pending: 0, failure: null, isStored: true };

export function createRackCountStore({ call, now, stored, cue }: RackCountDeps): RackCountStore {
  const store = createStateStore(EMPTY);
  const { subscribe, state } = store;
  /** Codes of cards without a result, by tag: in memory only. */
  const codes = new Map<string, string>();
  const running = new Set<string>();
  let scans = Promise.resolve();
  let isReady: Promise<void> | undefined;

  function change(to: Partial<RackCount>): void {
    store.set({ ...state(), ...to, pending: codes.size });
  }

  function save(cards: readonly CountedCard[], more: Partial<RackCount> = {}): void {
    change({ ...more, cards });
    stored.save(cards).catch(() => change({ isStored: false }));
  }

  async function count(text: string): Promise<void> {
    await isReady;
    const parsed = parseCode(text);
    if (parsed.kind === 'refused' && parsed.reason === 'badge') return cue('attention');
    const code = parsed.kind === 'ref' ? parsed.ref : text;
    const tag = await stored.tagOf(refIdentity(code));
    const before = state().cards.find((card) => card.tag === tag);
    /* A card without a result and without a code, after a reload, is scanned again on request. */
    const isAgain = before !== undefined && (before.state !== 'unchecked' || codes.has(tag));
    const last = { tag, isAgain };
    cue(isAgain ? 'attention' : 'read');
    if (isAgain) return change({ last });
    const isCode = parsed.kind !== 'refused';
    const at = new Date(now()).toISOString();
    const card = before ?? { tag, last4: lastFour(code), at, state: isCode ? 'unchecked' : 'not-ours' };
    if (isCode) codes.set(tag, text);
    else cue('refused');
    save(withCard(state().cards, card), { last, failure: null });
    lookUp();
  }

  function lookUp(): void {
    for (const [tag, code] of codes) {
      if (running.size >= PARALLEL_LOOKUPS || state().failure !== null) return;
      if (running.has(tag)) continue;
      running.add(tag);
      void lookUpOne(tag, code).finally(() => {
        running.delete(tag);
        lookUp();
      });
    }
  }

  async function lookUpOne(tag: string, code: string): Promise<void> {
    try {
      const { status, refusal } = await call('checkCard', { body: { code } });
      codes.delete(tag);
      found(tag, refusal?.reason === 'not-found' ? 'not-ours' : status);
    } catch (error) {
      change({ failure: failureOf(error) });
    }
  }

  function found(tag: string, status: CardState): void {
    const { cards } = state();
    const card = cards.find((each) => each.tag === tag);
    /* A new count has begun. */
    if (card === undefined) return change({});
    const known = { ...card, state: status };
    if (findingOf(known) !== 'counted') cue('refused');
    save(withCard(cards, known));
  }

  return {
    subscribe,
    state,
    start: () =>
      (isReady ??= stored.cards().then(
        (cards) => change({ cards }),
        () => change({ isStored: false }),
      )),
    scan(text) {
      scans = scans.then(() => count(text));
    },
    checkAgain() {
      change({ failure: null });
      lookUp();
    },
    startOver() {
      codes.clear();
      save([], { last: null, failure: null });
    },
  };
}
