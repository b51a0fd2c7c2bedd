import { failureOf, isProblem, isRefusal, isUnknownThere } from '../api/failure.ts';
import type { PageDeps } from '../api/page.ts';
import { createFollower } from './follow.ts';
import type { WishOutbox } from './outbox.ts';
import { beginUnderWay } from './under-way.ts';
import type { Phase, Wish } from './wish.ts';

/** One kind of wish: where it is kept, how it is sent and asked after, and how long it may take. */
export interface WishKind<W extends Wish, View> extends Pick<PageDeps, 'now' | 'sleep'> {
  readonly outbox: WishOutbox<W>;
  /** Asks the server for it. `secret` is what must not be kept with the wish, as a PIN. */
  readonly put: (wish: W, secret: string | null) => Promise<View>;
  readonly ask: (wish: W) => Promise<View>;
  /** False while nobody may ask after this wish, as while the till is locked. */
  readonly mayAsk: (wish: W) => boolean;
  /**
   * How long after sending its progress is first asked for, where a PUT answers only when all is
   * over. Else the PUT's own answer is awaited.
   */
  readonly asksAfterMs?: number;
  /** Age from which a wish that the server does not know is missing: its PUT is over then. */
  readonly missingAfterMs: number;
}

export interface CourierDeps<W extends Wish, View> extends WishKind<W, View> {
  /** True while there is something to ask after; false once the wish was forgotten. */
  readonly isOpen: (wish: W) => boolean;
  /** Hears each word about a wish as it comes, also about one that was forgotten meanwhile. */
  readonly tell: (wish: W, word: Phase<View>) => void;
}

/**
 * Takes the wishes of a page to the server.
 *
 * Each is saved before it is sent, sent once, and asked after until nothing is open.
 */
export interface Courier<W extends Wish> {
  /** Saves the wish, then sends it. Only a person sends it again. */
  readonly send: (wish: W, secret?: string | null) => Promise<void>;
  /** Asks after a wish until nothing is open. It never sends. */
  readonly follow: (wish: W) => void;
  /** Asks once, now. While the PUT is awaited nothing is asked: its own answer will tell. */
  readonly refresh: (wish: W) => void;
}

/**
 * Makes the courier of one kind of wish; its store says what its words mean.
 *
 * What the server refused is kept no longer; what it has is kept for as long as the store wants.
 */
export function createCourier<W extends Wish, View>(deps: CourierDeps<W, View>): Courier<W> {
  const { outbox, tell, mayAsk, asksAfterMs = 0 } = deps;
  const sending = new Set<string>();
  const sent = new Set<string>();
  const beganAt = deps.now();
  const follow = createFollower<W>({ ...deps, ask, firstMs: asksAfterMs });

  async function send(wish: W, secret: string | null = null): Promise<void> {
    const isOver = beginUnderWay();
    sending.add(wish.id);
    /* One that was saved before this page began was sent by another one. */
    const isAgain = sent.has(wish.id) || wish.savedAt < beganAt;
    sent.add(wish.id);
    tell(wish, { at: 'sending' });
    const word = await outbox.save(wish).then(() => sendSaved(wish, secret, isAgain), notSaved);
    sending.delete(wish.id);
    tell(wish, word);
    follow(wish);
    isOver();
  }

  async function sendSaved(wish: W, secret: string | null, isAgain: boolean): Promise<Phase<View>> {
    if (asksAfterMs > 0) follow(wish);
    try {
      return { at: 'heard', view: await deps.put(wish, secret) };
    } catch (error) {
      const failure = failureOf(error);
      /* That the shop is closed now says nothing of the first time. */
      if (!isRefusal(failure) || (isAgain && isProblem(error, 'journal-gap'))) return { at: 'silent' };
      void outbox.remove(wish.id);
      return { at: 'refused', failure };
    }
  }

  async function ask(wish: W): Promise<void> {
    try {
      tell(wish, { at: 'heard', view: await deps.ask(wish) });
    } catch (error) {
      const isMissing = isUnknownThere(failureOf(error));
      const isOld = deps.now() - wish.savedAt >= deps.missingAfterMs;
      if (!sending.has(wish.id) && (isOld || !isMissing)) tell(wish, { at: isMissing ? 'missing' : 'silent' });
    }
  }

  function refresh(wish: W): void {
    if (!sending.has(wish.id) && mayAsk(wish)) void ask(wish);
  }

  return { send, follow, refresh };
}

/**
 * Full disk, private window, storage blocked: what can't be kept is not sent.
 *
 * The screen says so.
 */
function notSaved(): Phase<never> {
  return { at: 'refused', failure: { kind: 'not-saved' } };
}
