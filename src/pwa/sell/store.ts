import type { IssueRequest, IssueView } from '../../contract/issue.ts';
import { type Failure, isRefusal } from '../api/failure.ts';
import type { PageDeps } from '../api/page.ts';
import { createCourier } from '../wishes/courier.ts';
import { createShown } from '../wishes/shown.ts';
import { isUnderWay, type Phase } from '../wishes/wish.ts';
import type { SellOutbox } from './outbox.ts';
import type { Selling, Wish } from './wish.ts';

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

/** The orders of this page until they have arrived. It lives outside React, so that an order goes on behind the lock screen. */
export interface SellStore {
  readonly subscribe: (listener: () => void) => () => void;
  readonly state: () => Sellings;
  /** Reads what an earlier page left behind and follows it up; once, however often it is called. */
  readonly start: () => Promise<void>;
  /** Saves an order and sends it. @returns the id that it has from then on */
  readonly sell: (wish: { readonly order: IssueRequest; readonly productName: string; readonly personId: string }) => string;
  /** Sends one that never arrived once more, with its own id. */
  readonly sendAgain: (id: string) => void;
  /** Forgets one that did not arrive or was refused. */
  readonly forget: (id: string) => void;
}

/** Makes the store of orders. */
export function createSellStore(deps: SellDeps): SellStore {
  const { call, outbox, now } = deps;
  const { subscribe, state, show } = createShown<Sellings>(new Map());
  const courier = createCourier<Wish, IssueView>({
    ...deps,
    mayAsk: ({ personId }) => deps.personId() === personId,
    ask: ({ id }) => call('issue', { params: { id } }),
    missingAfterMs: MISSING_AFTER_MS,
    isRefusal: refusesOrder,
    phaseOf: ({ id }) => state().get(id)?.phase,
    isOpen: isUnderWay,
    show: put,
    heard,
  });
  let started: Promise<void> | undefined;

  function put(wish: Wish, phase: Phase<IssueView>): void {
    const next = new Map(state());
    // What the server has is the server's from then on; lists of issues show it.
    if (phase.at === 'heard') next.delete(wish.id);
    else next.set(wish.id, { ...wish, phase });
    show(next);
  }

  function heard(wish: Wish, phase: Phase<IssueView>): void {
    if (phase.at === 'heard' || phase.at === 'refused') void outbox.remove(wish.id);
    put(wish, phase);
    if (phase.at === 'heard') deps.onArrived(wish.id);
  }

  function send(wish: Omit<Wish, 'savedAt'>): void {
    void courier.send({ ...wish, savedAt: now() }, ({ id, order }) => call('putIssue', { params: { id }, body: order }));
  }

  return {
    subscribe,
    state,
    start: () => (started ??= courier.pickUp()),
    sell(wish) {
      const id = deps.uuid();
      send({ ...wish, id });
      return id;
    },
    sendAgain(id) {
      const found = state().get(id);
      if (found?.phase.at !== 'missing') return;
      const { phase: _, ...wish } = found;
      send(wish);
    },
    forget(id) {
      const found = state().get(id);
      if (found === undefined || isUnderWay(found.phase)) return;
      void outbox.remove(id);
      const next = new Map(state());
      next.delete(id);
      show(next);
    },
  };
}

/** As every refusal, but not where somebody has to sign in first: the order then waits for its person. */
function refusesOrder(failure: Failure): boolean {
  return isRefusal(failure, 'issue-mismatch') && !(failure.kind === 'problem' && failure.status === 401);
}
