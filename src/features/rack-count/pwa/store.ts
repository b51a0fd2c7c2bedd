import { lastFour, type ParsedCode, parseCode, refIdentity } from '../../../contract/voucher/voucher.ts';
import { type Failure, failureOf } from '../../../pwa/api/failure.ts';
import type { PageDeps } from '../../../pwa/api/page.ts';
import { createStateStore, type ReadableStore } from '../../../pwa/pending-operations/state-store.ts';
import type { Cue } from '../../../pwa/shell/sound.ts';
import { type CountedCard, findingOf, hasTag, stateIn, withCards } from './count.ts';
import { createLookupQueue, type LookupOutcome } from './lookup-queue.ts';
import { createSharedCount } from './shared-count.ts';
import type { StoredCount } from './stored-count.ts';

export interface RackCount {
  readonly cards: readonly CountedCard[];
  /** The last scan: the card, and true if it was counted before. */
  readonly last: { readonly tag: string; readonly isAgain: boolean } | null;
  /** Number of cards that are being looked up or wait for a lookup. */
  readonly pending: number;
  /** Why cards are not looked up at the moment: the page tries again by itself. */
  readonly failure: Failure | null;
  /** True while the issuer gives no answer about cards: the page tries again by itself. */
  readonly isSilent: boolean;
  /** When the last check of all cards began, ISO 8601 UTC; null if cards were scanned since. */
  readonly endedAt: string | null;
  /** False if the browser could not store the count. */
  readonly isStored: boolean;
}

export interface RackCountStore extends ReadableStore<RackCount> {
  readonly start: () => Promise<void>;
  /** Counts a card and looks it up in the background: the next scan need not wait. */
  readonly scan: (text: string) => void;
  /** Looks up the cards without an answer, if this page still has their codes. */
  readonly checkAgain: () => void;
  /**
   * Looks up every card that may have been activated since its last answer, if this page still has
   * its code.
   */
  readonly finish: () => void;
  readonly startOver: () => void;
}

export interface RackCountDeps extends Pick<PageDeps, 'call' | 'now' | 'uuid' | 'sleep' | 'mayQuery'> {
  readonly stored: StoredCount;
  readonly cue: (cue: Cue) => void;
}

const EMPTY: RackCount = {
  cards: [],
  last: null,
  pending: 0,
  failure: null,
  isSilent: false,
  endedAt: null,
  isStored: true,
};

/** The text that all spellings of one code share. */
function identityOf(parsed: ParsedCode, text: string): string {
  return parsed.kind === 'link' ? `link:${parsed.voucherId}` : refIdentity(parsed.kind === 'ref' ? parsed.ref : text);
}

function newCard(parsed: ParsedCode, text: string, own: Pick<CountedCard, 'tag' | 'at'>): CountedCard {
  const state = parsed.kind === 'refused' ? 'not-ours' : 'unchecked';
  return { ...own, also: [], last4: lastFour(parsed.kind === 'ref' ? parsed.ref : text), state, checkedAt: '' };
}

export function createRackCountStore(deps: RackCountDeps): RackCountStore {
  const { call, now, stored, cue } = deps;
  const store = createStateStore(EMPTY);
  const { subscribe, state } = store;
  const queue = createLookupQueue({ ...deps, lookUp, onChange: () => change({}) });
  const shared = createSharedCount({ ...deps, onCount, onFailure: () => change({ isStored: false }) });
  let scans = Promise.resolve();
  let isReady: Promise<void> | undefined;

  const nowText = () => new Date(now()).toISOString();
  const cardOf = (tag: string) => state().cards.find((card) => hasTag(card, tag));

  function change(to: Partial<RackCount>): void {
    store.set({ ...state(), ...to, pending: queue.size() });
  }

  function onCount(cards: readonly CountedCard[], isOther: boolean): void {
    if (!isOther) return change({ cards: withCards(cards, state().cards) });
    queue.clear();
    change({ ...EMPTY, cards, isStored: state().isStored });
  }

  function save(card: CountedCard): void {
    change({ cards: withCards(state().cards, [card]) });
    void shared.save(card);
  }

  async function count(text: string): Promise<void> {
    await isReady;
    const parsed = parseCode(text);
    if (parsed.kind === 'refused' && parsed.reason === 'badge') return cue('attention');
    const tag = await stored.tagOf(identityOf(parsed, text));
    const before = cardOf(tag);
    /* A card without a result and without a code, after a reload, is scanned again on request. */
    const isAgain = before !== undefined && (before.state !== 'unchecked' || queue.hasCode(before.tag));
    const last = { tag: before?.tag ?? tag, isAgain };
    cue(isAgain ? 'attention' : 'read');
    if (parsed.kind !== 'refused') queue.add(last.tag, text);
    else if (!isAgain) cue('refused');
    change({ last, endedAt: null });
    if (before === undefined) save(newCard(parsed, text, { tag, at: nowText() }));
    queue.resume();
  }

  async function lookUp(tag: string, code: string): Promise<LookupOutcome> {
    const checkedAt = nowText();
    try {
      const answer = await call('checkCard', { body: { code } });
      const cardState = stateIn(answer);
      if (cardState === 'unchecked' && answer.source === null) {
        change({ failure: null, isSilent: true });
        return 'silent';
      }
      const named = answer.ref === '' ? null : await stored.tagOf(refIdentity(answer.ref));
      if (!queue.isPaused()) change({ failure: null, isSilent: false });
      found(tag, named, { state: cardState, checkedAt, last4: lastFour(answer.ref || code) });
      return checkedAt < (state().endedAt ?? '') ? 'again' : 'answered';
    } catch (error) {
      change({ failure: failureOf(error) });
      return 'silent';
    }
  }

  function found(tag: string, named: string | null, answer: Pick<CountedCard, 'state' | 'checkedAt' | 'last4'>): void {
    const card = cardOf(tag);
    /* A new count has begun. */
    if (card === undefined) return;
    const other = named === null ? undefined : cardOf(named);
    const also = named === null || hasTag(card, named) ? card.also : [...card.also, named];
    if (!['counted', 'unchecked'].includes(findingOf({ ...card, ...answer }))) cue('refused');
    if (other !== undefined && other.tag !== card.tag) {
      cue('attention');
      queue.rename(tag, other.tag);
      if (state().last?.tag === card.tag) change({ last: { tag: other.tag, isAgain: true } });
    }
    save({ ...card, ...answer, also });
  }

  function check(isNeeded: (card: CountedCard) => boolean, to: Partial<RackCount>): void {
    for (const card of state().cards) if (isNeeded(card)) queue.addAgain(card.tag);
    change({ failure: null, isSilent: false, ...to });
    queue.resume();
  }

  return {
    subscribe,
    state,
    start: () => (isReady ??= shared.start()),
    scan(text) {
      scans = scans.then(() => count(text));
    },
    checkAgain: () => check(({ state: known }) => known === 'unchecked', {}),
    finish: () => check(({ state: known }) => known === 'unchecked' || known === 'inactive', { endedAt: nowText() }),
    startOver() {
      queue.clear();
      change({ ...EMPTY, isStored: state().isStored });
      shared.startOver();
    },
  };
}
