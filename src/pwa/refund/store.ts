import type { RefundView } from '../../contract/refund.ts';
import type { TenderView } from '../../contract/tender.ts';
import { isRefusal } from '../api/failure.ts';
import type { PageDeps } from '../api/page.ts';
import { createCourier } from '../wishes/courier.ts';
import { createShown } from '../wishes/shown.ts';
import type { RefundOutbox } from './outbox.ts';
import { isPending, type Phase, type Refunding, type Wish } from './wish.ts';

/** As long as the PUT of a refund can be under way, with room to spare. */
const MISSING_AFTER_MS = 10_000;

export interface RefundDeps extends PageDeps {
  readonly outbox: RefundOutbox;
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
  const { subscribe, state, show } = createShown<Refunds>({ byTender: new Map(), open: null });
  const courier = createCourier<Wish, RefundView>({
    ...deps,
    ask: ({ id }) => call('refund', { params: { id } }),
    missingAfterMs: MISSING_AFTER_MS,
    isRefusal: (failure) => isRefusal(failure, 'refund-mismatch'),
    phaseOf,
    isOpen: isPending,
    show: put,
    heard,
  });
  let started: Promise<void> | undefined;

  function phaseOf({ id, tenderId }: Wish): Phase | undefined {
    const refunding = state().byTender.get(tenderId);
    return refunding?.id === id ? refunding.phase : undefined;
  }

  function put(wish: Wish, phase: Phase): void {
    show({ ...state(), byTender: new Map(state().byTender).set(wish.tenderId, { ...wish, phase }) });
  }

  function heard(wish: Wish, phase: Phase): void {
    put(wish, phase);
    if (isPending(phase) || phase.at === 'missing') return;
    void outbox.remove(wish.id);
    deps.onSettled(wish.tenderId);
  }

  function send(wish: Omit<Wish, 'savedAt'>): void {
    void courier.send({ ...wish, savedAt: now() }, ({ id, tenderId, reason }) =>
      call('putRefund', { params: { id }, body: { tenderId, reason } }),
    );
  }

  function forget(tenderId: string): void {
    const gone = state().byTender.get(tenderId);
    if (gone === undefined || isPending(gone.phase)) return;
    void outbox.remove(gone.id);
    const byTender = new Map(state().byTender);
    byTender.delete(tenderId);
    show({ ...state(), byTender });
  }

  return {
    subscribe,
    state,
    start: () => (started ??= courier.pickUp(({ tenderId }) => state().byTender.has(tenderId))),
    open: (tender) => show({ ...state(), open: tender }),
    close: () => {
      const { open } = state();
      show({ ...state(), open: null });
      if (open !== null && state().byTender.get(open.id)?.phase.at !== 'missing') forget(open.id);
    },
    refund(tender, reason) {
      const before = state().byTender.get(tender.id);
      if (before !== undefined && (isPending(before.phase) || before.phase.at === 'missing')) return;
      const { id, last4, captured, requested } = tender;
      send({ id: uuid(), tenderId: id, reason, last4, amount: captured ?? requested });
    },
    sendAgain(tenderId) {
      const found = state().byTender.get(tenderId);
      if (found?.phase.at !== 'missing') return;
      const { phase: _, ...wish } = found;
      send(wish);
    },
    forget,
  };
}
