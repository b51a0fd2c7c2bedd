import type { PageDeps } from '../../../pwa/api/page.ts';
import { createStateStore, type ReadableStore } from '../../../pwa/pending-operations/state-store.ts';
import { createOperationStore } from '../../../pwa/pending-operations/store.ts';
import type { IssueView } from '../contract/issue.ts';
import { SELLING_STORE_MISSING_AFTER_MS } from './limits.ts';
import type { SellOutbox } from './outbox.ts';
import type { PendingIssue, Selling } from './pending-issue.ts';

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
export interface SellStore extends ReadableStore<Sellings> {
  /** Restores and follows up the work of an earlier page. Further calls have no effect. */
  readonly start: () => Promise<void>;
  /** Stores an order and sends it. @returns its id */
  readonly sell: (order: Pick<PendingIssue, 'order' | 'productName' | 'personId'>) => string;
  /** Sends an order again with its own id, because it never arrived or was refused. */
  readonly sendAgain: (id: string, pin?: string) => void;
  /** Removes an order that did not arrive or was refused. */
  readonly forget: (id: string) => void;
}

export function createSellStore(deps: SellDeps): SellStore {
  const { call, now, uuid } = deps;
  const { subscribe, state, set } = createStateStore<Sellings>(new Map());
  const operations = createOperationStore<PendingIssue, IssueView>({
    ...deps,
    mayQuery: ({ personId }) => deps.personId() === personId,
    put: ({ id, order }, pin) => call('putIssue', { params: { id }, body: { ...order, ...(pin !== null && { pin }) } }),
    query: ({ id }) => call('issue', { params: { id } }),
    missingAfterMs: SELLING_STORE_MISSING_AFTER_MS,
    // A recorded order is in the lists of issues, so it is not followed here.
    isOpen: () => false,
    find: ({ id }) => state().get(id),
    show(selling) {
      if (selling.phase.at !== 'answered') return set(new Map(state()).set(selling.operation.id, selling));
      drop(selling.operation);
      deps.onArrived(selling.operation.id);
    },
    drop,
  });

  function drop({ id }: PendingIssue): void {
    const next = new Map(state());
    next.delete(id);
    set(next);
  }

  return {
    subscribe,
    state,
    start: operations.start,
    sell(order) {
      const id = uuid();
      operations.send({ ...order, id, savedAt: now() });
      return id;
    },
    sendAgain: (id, pin) => operations.sendAgain(state().get(id), pin),
    forget: (id) => operations.forget(state().get(id)),
  };
}
