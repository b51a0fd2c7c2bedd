import type { TenderView } from '../../contract/tender.ts';
import type { Call } from '../api/client.ts';
import { type Failure, failureOf } from '../api/failure.ts';
import type { RefundOutbox } from './refund-outbox.ts';
import { isPending, type Phase, type Refunding, type Wish } from './refunding.ts';

/** The rhythm of asking what became of a refund, as for redemptions. */
const QUICK_ROUNDS = 10;
const QUICK_MS = 1_000;
const STEADY_MS = 5_000;
/** A refund that the server does not know is not called missing before it is this old: its PUT may still be under way. */
const MISSING_AFTER_MS = 10_000;

export interface RefundDeps {
  readonly call: Call;
  readonly outbox: RefundOutbox;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly uuid: () => string;
  readonly sleep: (ms: number) => Promise<void>;
  /** False while the till is locked: then nothing is asked. */
  readonly mayAsk: () => boolean;
  /** A refund ended, so what is shown of its redemption is stale. */
  readonly onSettled: (tenderId: string) => void;
}

/** What the screens show: refunds by the redemption that they give back, and the one that a dialog is about. */
export interface Refunds {
  readonly byTender: ReadonlyMap<string, Refunding>;
  readonly open: TenderView | null;
}

/** The refunds of this page. It lives outside React, so that a refund goes on behind the lock screen. */
export interface RefundStore {
  readonly subscribe: (listener: () => void) => () => void;
  readonly state: () => Refunds;
  /** Reads what an earlier page left behind and follows it up; once, however often it is called. */
  readonly start: () => Promise<void>;
  /** Shows the dialog about this redemption. */
  readonly open: (tender: TenderView) => void;
  /** Closes the dialog; what is over is then forgotten here. */
  readonly close: () => void;
  /** Gives back what this redemption took. Does nothing while a refund of it is not settled. */
  readonly refund: (tender: TenderView, reason: string) => void;
  /** Sends one that never arrived once more, with its own id. */
  readonly sendAgain: (tenderId: string) => void;
  /** Forgets one that came to nothing, so that another one can be begun. */
  readonly forget: (tenderId: string) => void;
}

/** Makes the store of refunds. */
export function createRefundStore(deps: RefundDeps): RefundStore {
  const { call, outbox, now, uuid } = deps;
  const listeners = new Set<() => void>();
  const followed = new Set<string>();
  let state: Refunds = { byTender: new Map(), open: null };
  let started: Promise<void> | undefined;

  function change(next: Partial<Refunds>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  const find = (refundId: string) => [...state.byTender.values()].find(({ id }) => id === refundId);

  function put(wish: Wish, phase: Phase): void {
    change({ byTender: new Map(state.byTender).set(wish.tenderId, { ...wish, phase }) });
  }

  /** The newest word about a refund; nothing once it was forgotten. */
  function heard(wish: Wish, phase: Phase): void {
    if (find(wish.id) === undefined) return;
    put(wish, phase);
    if (isPending(phase) || phase.at === 'missing') return;
    void outbox.remove(wish.id);
    deps.onSettled(wish.tenderId);
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
      const body = { tenderId: wish.tenderId, reason: wish.reason };
      heard(wish, { at: 'heard', view: await call('putRefund', { params: { id: wish.id }, body }) });
    } catch (error) {
      const failure = failureOf(error);
      heard(wish, isRefusal(failure) ? { at: 'refused', failure } : { at: 'silent' });
    }
    follow(wish);
  }

  /** Asks what became of a refund until that is known. Never sends it again. */
  function follow(wish: Wish): void {
    if (followed.has(wish.id)) return;
    followed.add(wish.id);
    void (async () => {
      for (let round = 0; isOpen(wish); round += 1) {
        if (deps.mayAsk()) await ask(wish);
        await deps.sleep(round < QUICK_ROUNDS ? QUICK_MS : STEADY_MS);
      }
      followed.delete(wish.id);
    })();
  }

  function isOpen({ id }: Wish): boolean {
    const phase = find(id)?.phase;
    return phase !== undefined && isPending(phase);
  }

  async function ask(wish: Wish): Promise<void> {
    try {
      heard(wish, { at: 'heard', view: await call('refund', { params: { id: wish.id } }) });
    } catch (error) {
      const failure = failureOf(error);
      const isUnknownThere = failure.kind === 'problem' && failure.code === 'not-found';
      const isOld = now() - wish.savedAt >= MISSING_AFTER_MS;
      // Any other question without an answer takes back nothing that was heard before.
      if (isUnknownThere && isOld && find(wish.id)?.phase.at === 'silent') heard(wish, { at: 'missing' });
    }
  }

  async function pickUp(): Promise<void> {
    let wishes: Wish[];
    try {
      wishes = await outbox.wishes();
    } catch {
      // Where nothing can be kept, nothing was: a refund says for itself that it can't be saved.
      return;
    }
    for (const wish of wishes) {
      if (state.byTender.has(wish.tenderId)) continue;
      put(wish, { at: 'silent' });
      follow(wish);
    }
  }

  function forget(tenderId: string): void {
    const gone = state.byTender.get(tenderId);
    if (gone === undefined || isPending(gone.phase)) return;
    void outbox.remove(gone.id);
    const byTender = new Map(state.byTender);
    byTender.delete(tenderId);
    change({ byTender });
  }

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: () => state,
    start: () => (started ??= pickUp()),
    open: (tender) => change({ open: tender }),
    close: () => {
      const { open } = state;
      change({ open: null });
      if (open !== null && state.byTender.get(open.id)?.phase.at !== 'missing') forget(open.id);
    },
    refund(tender, reason) {
      const before = state.byTender.get(tender.id);
      if (before !== undefined && (isPending(before.phase) || before.phase.at === 'missing')) return;
      const { id, last4, captured, requested } = tender;
      void send({ id: uuid(), tenderId: id, reason, last4, amount: captured ?? requested, savedAt: now() });
    },
    sendAgain(tenderId) {
      const found = state.byTender.get(tenderId);
      if (found?.phase.at === 'missing') void send({ ...wishOf(found), savedAt: now() });
    },
    forget,
  };
}

function wishOf({ id, tenderId, reason, last4, amount, savedAt }: Refunding): Wish {
  return { id, tenderId, reason, last4, amount, savedAt };
}

/** A 4xx answer means that nothing was recorded and nothing sent, except where it says that the id is already known. */
function isRefusal(failure: Failure): boolean {
  return failure.kind === 'problem' && failure.status < 500 && failure.code !== 'refund-mismatch';
}
