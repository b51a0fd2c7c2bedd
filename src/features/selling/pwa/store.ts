import type { PageDeps } from '../../../pwa/api/page.ts';
import { createShown, type Watched } from '../../../pwa/wishes/shown.ts';
import { createWishStore } from '../../../pwa/wishes/store.ts';
import type { IssueView } from '../contract/issue.ts';
import type { SellOutbox } from './outbox.ts';
import type { IssueWish, Selling } from './wish.ts';

/** As long as the PUT of an order can be under way, with room to spare. */
const MISSING_AFTER_MS = 20_000;

export interface SellDeps extends PageDeps {
  readonly outbox: SellOutbox;
  /** Who is signed in; null while the till is locked. Only the own orders are asked after. */
  readonly personId: () => string | null;
  /** The server has this order, so what it says of it is worth reading. */
  readonly onArrived: (id: string) => void;
}

/** Orders that the server may not have yet, by id. */
export type Sellings = ReadonlyMap<string, Selling>;

/**
 * The orders of this page until they have arrived.
 *
 * It lives outside React, so that an order goes on behind the lock screen.
 */
export interface SellStore extends Watched<Sellings> {
  /** Reads what an earlier page left behind and follows it up; once, however often it is called. */
  readonly start: () => Promise<void>;
  /** Saves an order and sends it. @returns the id that it has from then on */
  readonly sell: (order: Pick<IssueWish, 'order' | 'productName' | 'personId'>) => string;
  /** Sends one that never arrived, or was refused, once more with its own id. */
  readonly sendAgain: (id: string, pin?: string) => void;
  /** Forgets one that did not arrive or was refused. */
  readonly forget: (id: string) => void;
}

/** Makes the store of orders. */
export function createSellStore(deps: SellDeps): SellStore {
  const { call, now, uuid } = deps;
  const { subscribe, state, show } = createShown<Sellings>(new Map());
  const wishes = createWishStore<IssueWish, IssueView>({
    ...deps,
    mayAsk: ({ personId }) => deps.personId() === personId,
    put: ({ id, order }, pin) => call('putIssue', { params: { id }, body: { ...order, ...(pin !== null && { pin }) } }),
    ask: ({ id }) => call('issue', { params: { id } }),
    missingAfterMs: MISSING_AFTER_MS,
    // What the server has is the server's from then on; lists of issues show it.
    isOpen: () => false,
    find: ({ id }) => state().get(id),
    show(selling) {
      if (selling.phase.at !== 'heard') return show(new Map(state()).set(selling.wish.id, selling));
      drop(selling.wish);
      deps.onArrived(selling.wish.id);
    },
    drop,
  });

  function drop({ id }: IssueWish): void {
    const next = new Map(state());
    next.delete(id);
    show(next);
  }

  return {
    subscribe,
    state,
    start: wishes.start,
    sell(order) {
      const id = uuid();
      wishes.send({ ...order, id, savedAt: now() });
      return id;
    },
    sendAgain: (id, pin) => wishes.sendAgain(state().get(id), pin),
    forget: (id) => wishes.forget(state().get(id)),
  };
}
