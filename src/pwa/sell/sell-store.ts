import type { IssueRequest } from '../../contract/issue.ts';
import type { Call } from '../api/client.ts';
import { type Failure, failureOf } from '../api/failure.ts';
import type { SellOutbox } from './sell-outbox.ts';
import { isUnderWay, type Phase, type Selling, type Wish } from './selling.ts';

/** The rhythm of asking whether an order arrived, as for redemptions. */
const QUICK_ROUNDS = 10;
const QUICK_MS = 1_000;
const STEADY_MS = 5_000;
/** An order that the server does not know is not called missing before it is this old: its PUT may still be under way. */
const MISSING_AFTER_MS = 20_000;

export interface SellDeps {
  readonly call: Call;
  readonly outbox: SellOutbox;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly uuid: () => string;
  readonly sleep: (ms: number) => Promise<void>;
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
  const listeners = new Set<() => void>();
  const followed = new Set<string>();
  let state: Sellings = new Map();
  let started: Promise<void> | undefined;

  function change(next: Sellings): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function put(wish: Wish, phase: Phase): void {
    change(new Map(state).set(wish.id, { ...wish, phase }));
  }

  function drop(id: string): void {
    void outbox.remove(id);
    const next = new Map(state);
    next.delete(id);
    change(next);
  }

  /** It is the server's from here on. */
  function arrived(id: string): void {
    if (!state.has(id)) return;
    drop(id);
    deps.onArrived(id);
  }

  async function send(wish: Wish): Promise<void> {
    put(wish, { at: 'sending' });
    try {
      await outbox.save(wish);
    } catch {
      // Full disk, private window, storage blocked: what can't be kept is not sent. The screen says so.
      return put(wish, { at: 'refused', failure: { kind: 'not-saved' } });
    }
    try {
      await call('putIssue', { params: { id: wish.id }, body: wish.order });
      arrived(wish.id);
    } catch (error) {
      const failure = failureOf(error);
      if (isRefusal(failure)) {
        void outbox.remove(wish.id);
        return put(wish, { at: 'refused', failure });
      }
      put(wish, { at: 'silent' });
      follow(wish);
    }
  }

  /** Asks whether an order arrived until that is known. Never sends it again. */
  function follow(wish: Wish): void {
    if (followed.has(wish.id)) return;
    followed.add(wish.id);
    void (async () => {
      for (let round = 0; isOpen(wish); round += 1) {
        if (deps.personId() === wish.personId) await ask(wish);
        await deps.sleep(round < QUICK_ROUNDS ? QUICK_MS : STEADY_MS);
      }
      followed.delete(wish.id);
    })();
  }

  function isOpen({ id }: Wish): boolean {
    const phase = state.get(id)?.phase;
    return phase !== undefined && isUnderWay(phase);
  }

  async function ask(wish: Wish): Promise<void> {
    try {
      await call('issue', { params: { id: wish.id } });
      arrived(wish.id);
    } catch (error) {
      const failure = failureOf(error);
      const isUnknownThere = failure.kind === 'problem' && failure.code === 'not-found';
      const isOld = now() - wish.savedAt >= MISSING_AFTER_MS;
      if (isUnknownThere && isOld && state.get(wish.id)?.phase.at === 'silent') put(wish, { at: 'missing' });
    }
  }

  async function pickUp(): Promise<void> {
    let wishes: Wish[];
    try {
      wishes = await outbox.wishes();
    } catch {
      // Where nothing can be kept, nothing was: an order says for itself that it can't be saved.
      return;
    }
    for (const wish of wishes) {
      if (state.has(wish.id)) continue;
      put(wish, { at: 'silent' });
      follow(wish);
    }
  }

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: () => state,
    start: () => (started ??= pickUp()),
    sell(wish) {
      const id = deps.uuid();
      void send({ ...wish, id, savedAt: now() });
      return id;
    },
    sendAgain(id) {
      const found = state.get(id);
      if (found?.phase.at !== 'missing') return;
      const { phase: _, ...wish } = found;
      void send({ ...wish, savedAt: now() });
    },
    forget(id) {
      const found = state.get(id);
      if (found !== undefined && !isUnderWay(found.phase)) drop(id);
    },
  };
}

/** A 4xx answer means that nothing was recorded and nothing sent, except where it says that the id is already known, or that somebody has to sign in first. */
function isRefusal(failure: Failure): boolean {
  return failure.kind === 'problem' && failure.status < 500 && failure.code !== 'issue-mismatch' && failure.status !== 401;
}
