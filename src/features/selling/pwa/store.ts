import type { PageDeps } from '../../../pwa/api/page.ts';
import { createShown, type Watched } from '../../../pwa/wishes/shown.ts';
import { createWishStore } from '../../../pwa/wishes/store.ts';
import type { IssueView } from '../contract/issue.ts';
import type { SellOutbox } from './outbox.ts';
import type { IssueWish, Selling } from './wish.ts';

/** Longer than the PUT of an order can take. */
const MISSING_AFTER_MS = 20_000;

export interface SellDeps extends PageDeps {
  readonly outbox: SellOutbox;
  /** The signed-in user; null while the till is locked. Only the user's own orders are queried. */
  readonly personId: () => string | null;
  /** The server has this order, so its data can be loaded. */
  readonly onArrived: (id: string) => void;
}

/** Orders that the server may not have yet, by id. */
export type Sellings = ReadonlyMap<string, Selling>;

/**
 * The orders of this page until they have arrived.
 *
 * Outside React, so that an order continues behind the lock screen.
 */
export interface SellStore extends Watched<Sellings> {
  /** Restores and follows up the work of an earlier page. Further calls have no effect. */
  readonly start: () => Promise<void>;
  /** Stores an order and sends it. @returns its id */
  readonly sell: (order: Pick<IssueWish, 'order' | 'productName' | 'personId'>) => string;
  /** Sends an order again with its own id, because it never arrived or was refused. */
  readonly sendAgain: (id: string, pin?: string) => void;
  /** Removes an order that did not arrive or was refused. */
  readonly forget: (id: string) => void;
}

export function createSellStore(deps: SellDeps): SellStore {
  const { call, now, uuid } = deps;
  const { subscribe, state, show } = createShown<Sellings>(new Map());
  const wishes = createWishStore<IssueWish, IssueView>({
    ...deps,
    mayAsk: ({ personId }) => deps.personId() === personId,
    put: ({ id, order }, pin) => call('putIssue', { params: { id }, body: { ...order, ...(pin !== null && { pin }) } }),
    ask: ({ id }) => call('issue', { params: { id } }),
    missingAfterMs: MISSING_AFTER_MS,
    // A recorded order is in the lists of issues, so it is not followed here.
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
