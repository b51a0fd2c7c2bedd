import { createCourier, type WishKind } from './courier.ts';
import { afterWord, type Delivery, isUnderWay, type Phase, type Wish } from './wish.ts';

/** One kind of wish, and where it is shown. */
export interface WishStoreDeps<W extends Wish, View> extends WishKind<W, View> {
  /** True while what the server has of it is not over: until then it is asked after, and kept. */
  readonly isOpen: (view: View, wish: W) => boolean;
  /** What stands where this wish is shown: it, or another one. */
  readonly find: (wish: W) => Delivery<W, View> | undefined;
  readonly show: (delivery: Delivery<W, View>) => void;
  readonly drop: (wish: W) => void;
}

/** The wishes of a page that are of one kind, on their way and until they are over. */
export interface WishStore<W extends Wish, View> {
  /** Follows up what an earlier page left behind, without sending it; twice is once. */
  readonly start: () => Promise<void>;
  readonly send: (wish: W, secret?: string | null) => void;
  /** Sends one that never arrived, or that was refused, once more with its own id. */
  readonly sendAgain: (delivery: Delivery<W, View> | null | undefined, secret?: string | null) => void;
  /** Forgets one that is over, or that did not arrive. */
  readonly forget: (delivery: Delivery<W, View> | null | undefined) => void;
}

/** Makes the store of one kind of wish. It goes on behind the lock screen. */
export function createWishStore<W extends Wish, View>(deps: WishStoreDeps<W, View>): WishStore<W, View> {
  const { outbox, find, show, drop } = deps;
  const courier = createCourier<W, View>({ ...deps, isOpen: (wish) => isPending(own(wish)), tell });
  let started: Promise<void> | undefined;

  function own(wish: W): Delivery<W, View> | undefined {
    const found = find(wish);
    return found?.wish.id === wish.id ? found : undefined;
  }

  function isPending(delivery: Delivery<W, View> | undefined): boolean {
    if (delivery === undefined) return false;
    const { wish, phase } = delivery;
    return phase.at === 'heard' ? deps.isOpen(phase.view, wish) : isUnderWay(phase);
  }

  /** Nothing is said of a wish that was forgotten meanwhile. */
  function tell(wish: W, word: Phase<View>): void {
    const before = own(wish)?.phase;
    if (word.at === 'sending') return show({ wish, phase: word });
    if (before === undefined) return;
    const delivery = { wish, phase: afterWord(before, word) };
    if (delivery.phase === before) return;
    if (delivery.phase.at === 'heard' && !isPending(delivery)) void outbox.remove(wish.id);
    show(delivery);
  }

  async function pickUp(): Promise<void> {
    let wishes: W[];
    try {
      wishes = await outbox.wishes();
    } catch {
      // Where nothing can be kept, nothing was: a wish says for itself that it can't be saved.
      return;
    }
    for (const wish of wishes) {
      if (find(wish) !== undefined) continue;
      show({ wish, phase: { at: 'silent' } });
      courier.follow(wish);
    }
  }

  return {
    start: () => (started ??= pickUp()),
    send: (wish, secret) => void courier.send(wish, secret),
    sendAgain(delivery, secret) {
      if (delivery?.phase.at === 'missing' || delivery?.phase.at === 'refused')
        void courier.send({ ...delivery.wish, savedAt: deps.now() }, secret);
    },
    forget(delivery) {
      if (delivery == null || isPending(delivery)) return;
      void outbox.remove(delivery.wish.id);
      drop(delivery.wish);
    },
  };
}
