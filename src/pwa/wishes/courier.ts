import { failureOf, isProblem, isRefusal, isUnknownThere } from '../api/failure.ts';
import type { PageDeps } from '../api/page.ts';
import { createFollower } from './follow.ts';
import type { WishOutbox } from './outbox.ts';
import { beginUnderWay } from './under-way.ts';
import type { Phase, Wish } from './wish.ts';

/**
 * One kind of pending operation: where it is stored, how it is sent and queried, and how long it
 * may take.
 */
export interface WishKind<W extends Wish, View> extends Pick<PageDeps, 'now' | 'sleep'> {
  readonly outbox: WishOutbox<W>;
  /** Sends it. `secret`: data that must not be stored with it, such as a PIN. */
  readonly put: (wish: W, secret: string | null) => Promise<View>;
  readonly ask: (wish: W) => Promise<View>;
  /** False while it must not be queried, for example while the till is locked. */
  readonly mayAsk: (wish: W) => boolean;
  /**
   * Delay of the first progress query, for a PUT that answers only at the end. Without it, only the
   * PUT's answer is awaited.
   */
  readonly asksAfterMs?: number;
  /** The age from which an operation unknown to the server is missing: its PUT is over then. */
  readonly missingAfterMs: number;
}

export interface CourierDeps<W extends Wish, View> extends WishKind<W, View> {
  /** True while there is something to query; false once the operation was removed. */
  readonly isOpen: (wish: W) => boolean;
  /** Receives each report about an operation, even about one that was removed meanwhile. */
  readonly tell: (wish: W, word: Phase<View>) => void;
}

/**
 * Sends the operations of a page.
 *
 * Each is saved before it is sent, sent once, and queried until it is final.
 */
export interface Courier<W extends Wish> {
  /** Saves the operation, then sends it. It is never sent again automatically. */
  readonly send: (wish: W, secret?: string | null) => Promise<void>;
  /** Queries an operation until it is final. Never sends it. */
  readonly follow: (wish: W) => void;
  /** Queries once, now. While the PUT is in progress, its own answer is awaited instead. */
  readonly refresh: (wish: W) => void;
}

/**
 * Creates the courier of one kind of operation.
 *
 * Refused operations are removed at once. Those that the server has recorded stay for as long as
 * the store wants.
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
    /* An operation that was saved before this page began was sent by an earlier page. */
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
      /* If the shop is closed now, that proves nothing about the first sending. */
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
 * Full disk, private window, or storage blocked: what cannot be stored is not sent.
 *
 * The screen says so.
 */
function notSaved(): Phase<never> {
  return { at: 'refused', failure: { kind: 'not-saved' } };
}
