import { createCourier, type WishKind } from './courier.ts';
import { afterWord, type Delivery, isUnderWay, type Phase, type Wish } from './wish.ts';

export interface WishStoreDeps<W extends Wish, View> extends WishKind<W, View> {
  /** True while its state on the server is not final: until then it is queried, and stored. */
  readonly isOpen: (view: View, wish: W) => boolean;
  /** The displayed operation in the same place: this one, or another. */
  readonly find: (wish: W) => Delivery<W, View> | undefined;
  readonly show: (delivery: Delivery<W, View>) => void;
  readonly drop: (wish: W) => void;
}

/** The operations of one kind on this page, until they are final. */
export interface WishStore<W extends Wish, View> {
  /**
   * Follows up operations of an earlier page without sending them. Further calls have no effect.
   */
  readonly start: () => Promise<void>;
  readonly send: (wish: W, secret?: string | null) => void;
  /** Sends one again with its own id, because it never arrived or was refused. */
  readonly sendAgain: (delivery: Delivery<W, View> | null | undefined, secret?: string | null) => void;
  /** Removes one that is final, or that did not arrive. */
  readonly forget: (delivery: Delivery<W, View> | null | undefined) => void;
}

/** Creates the store of one kind of operation. It continues behind the lock screen. */
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

  /** Reports about removed operations are ignored. */
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
      // If storage fails, nothing was stored. A new operation reports that it cannot be saved.
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
