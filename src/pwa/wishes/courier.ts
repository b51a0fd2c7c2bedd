import { type Failure, failureOf, isUnknownThere } from '../api/failure.ts';
import { createFollower } from './follow.ts';
import type { WishOutbox } from './outbox.ts';
import type { Phase, Wish } from './wish.ts';

export interface CourierDeps<W extends Wish, View> {
  readonly outbox: Pick<WishOutbox<W>, 'save' | 'wishes'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** False while nobody may ask after this wish, as while the till is locked. */
  readonly mayAsk: (wish: W) => boolean;
  readonly ask: (wish: W) => Promise<View>;
  /** Where a PUT answers only when all is over: how long after sending its progress is first asked for. Else the PUT's own answer is awaited. */
  readonly asksAfterMs?: number;
  /** A wish that the server does not know is not called missing before it is this old: its PUT may still be under way. */
  readonly missingAfterMs: number;
  /** True where the answer means that nothing was recorded and nothing sent. */
  readonly isRefusal: (failure: Failure) => boolean;
  /** What is shown of this wish; undefined once it was forgotten. */
  readonly phaseOf: (wish: W) => Phase<View> | undefined;
  /** True for a phase that leaves something to ask after. */
  readonly isOpen: (phase: Phase<View>, wish: W) => boolean;
  readonly show: (wish: W, phase: Phase<View>) => void;
  /** The newest word about a wish that is still shown: shows it, and keeps the wish no longer where that is enough. */
  readonly heard: (wish: W, phase: Phase<View>) => void;
}

/** Takes the wishes of a page to the server. Each is saved before it is sent, sent once, and asked after until nothing is open. */
export interface Courier<W extends Wish, View> {
  /** Saves the wish, then sends it with `put`. Only a person sends it again. */
  readonly send: (wish: W, put: (wish: W) => Promise<View>) => Promise<void>;
  /** Follows up what an earlier page left behind, without sending it. Wishes that `isShown` names are left alone. */
  readonly pickUp: (isShown?: (wish: W) => boolean) => Promise<void>;
}

/** Makes the courier; what its words mean for one kind of wish, and where they are shown, is its store's to say. */
export function createCourier<W extends Wish, View>(deps: CourierDeps<W, View>): Courier<W, View> {
  const { outbox, phaseOf, show, asksAfterMs = 0 } = deps;
  const { follow } = createFollower<W>({ ...deps, isOpen, ask, firstMs: asksAfterMs });

  /** Passes on what was heard, unless the wish was forgotten meanwhile. */
  function tell(wish: W, phase: Phase<View>): void {
    if (phaseOf(wish) !== undefined) deps.heard(wish, phase);
  }

  async function send(wish: W, put: (wish: W) => Promise<View>): Promise<void> {
    show(wish, { at: 'sending' });
    try {
      await outbox.save(wish);
    } catch {
      // Full disk, private window, storage blocked: what can't be kept is not sent. The screen says so.
      return show(wish, { at: 'refused', failure: { kind: 'not-saved' } });
    }
    if (asksAfterMs > 0) follow(wish);
    try {
      tell(wish, { at: 'heard', view: await put(wish) });
    } catch (error) {
      const failure = failureOf(error);
      // Silence takes back nothing that was heard meanwhile.
      if (deps.isRefusal(failure)) tell(wish, { at: 'refused', failure });
      else if (phaseOf(wish)?.at === 'sending') tell(wish, { at: 'silent' });
    }
    follow(wish);
  }

  function isOpen(wish: W): boolean {
    const phase = phaseOf(wish);
    return phase !== undefined && deps.isOpen(phase, wish);
  }

  async function ask(wish: W): Promise<void> {
    try {
      tell(wish, { at: 'heard', view: await deps.ask(wish) });
    } catch (error) {
      const isOld = deps.now() - wish.savedAt >= deps.missingAfterMs;
      // Any other question without an answer takes back nothing that was heard before.
      if (isUnknownThere(failureOf(error)) && isOld && phaseOf(wish)?.at === 'silent') tell(wish, { at: 'missing' });
    }
  }

  async function pickUp(isShown: (wish: W) => boolean = (wish) => phaseOf(wish) !== undefined): Promise<void> {
    let wishes: W[];
    try {
      wishes = await outbox.wishes();
    } catch {
      // Where nothing can be kept, nothing was: a wish says for itself that it can't be saved.
      return;
    }
    for (const wish of wishes) {
      if (isShown(wish)) continue;
      show(wish, { at: 'silent' });
      follow(wish);
    }
  }

  return { send, pickUp };
}
