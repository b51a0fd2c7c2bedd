import { isRefundOpen, type RefundView } from '../../contract/redemption/refund.ts';
import type { TenderView } from '../../contract/redemption/tender.ts';
import type { PageDeps } from '../api/page.ts';
import { createShown, type Watched } from '../wishes/shown.ts';
import { createWishStore } from '../wishes/store.ts';
import type { RefundOutbox } from './outbox.ts';
import { isPending, type Refunding, type RefundWish } from './wish.ts';

/** As long as the PUT of a refund can be under way, with room to spare. */
const MISSING_AFTER_MS = 10_000;

export interface RefundStoreDeps extends PageDeps {
  readonly outbox: RefundOutbox;
  /** A refund ended, so what is shown of its redemption is stale. */
  readonly onSettled: (tenderId: string) => void;
}

/** What screens show: refunds by the redemption that they give back, and the dialog's one. */
export interface ShownRefunds {
  readonly byTender: ReadonlyMap<string, Refunding>;
  readonly open: TenderView | null;
}

/** The refunds of this page, outside React: a refund goes on behind the lock screen. */
export interface RefundStore extends Watched<ShownRefunds> {
  /** Reads what an earlier page left behind and follows it up; once, however often it is called. */
  readonly start: () => Promise<void>;
  /** Shows the dialog about this redemption. */
  readonly open: (tender: TenderView) => void;
  /** Closes the dialog; what is over is then forgotten here. */
  readonly close: () => void;
  /**
   * Gives back what this redemption took; `id` is the one that a manager approved.
   *
   * Does nothing while a refund of it is not settled.
   */
  readonly refund: (tender: TenderView, reason: string, id?: string) => void;
  /**
   * Sends one that never arrived, once more with its own id. One that a manager approved since is
   * sent so, too.
   */
  readonly sendAgain: (tenderId: string) => void;
  /** Forgets one that came to nothing, so that another one can be begun. */
  readonly forget: (tenderId: string) => void;
}

/** Makes the store of refunds. */
export function createRefundStore(deps: RefundStoreDeps): RefundStore {
  const { call, now, uuid } = deps;
  const { subscribe, state, show } = createShown<ShownRefunds>({ byTender: new Map(), open: null });
  const wishes = createWishStore<RefundWish, RefundView>({
    ...deps,
    put: ({ id, tenderId, reason }) => call('putRefund', { params: { id }, body: { tenderId, reason } }),
    ask: ({ id }) => call('refund', { params: { id } }),
    missingAfterMs: MISSING_AFTER_MS,
    isOpen: ({ state: stands }) => isRefundOpen(stands),
    find: ({ tenderId }) => of(tenderId),
    show(refunding) {
      const { tenderId } = refunding.wish;
      show({ ...state(), byTender: new Map(state().byTender).set(tenderId, refunding) });
      if (!isPending(refunding.phase) && refunding.phase.at !== 'missing') deps.onSettled(tenderId);
    },
    drop({ tenderId }) {
      const byTender = new Map(state().byTender);
      byTender.delete(tenderId);
      show({ ...state(), byTender });
    },
  });

  function of(tenderId: string): Refunding | undefined {
    return state().byTender.get(tenderId);
  }

  return {
    subscribe,
    state,
    start: wishes.start,
    open: (tender) => show({ ...state(), open: tender }),
    close() {
      const { open } = state();
      show({ ...state(), open: null });
      if (open !== null && of(open.id)?.phase.at !== 'missing') wishes.forget(of(open.id));
    },
    refund({ id: tenderId, last4, captured, requested }, reason, id = uuid()) {
      const before = of(tenderId)?.phase;
      if (before !== undefined && (isPending(before) || before.at === 'missing')) return;
      wishes.send({ id, tenderId, reason, last4, amount: captured ?? requested, savedAt: now() });
    },
    sendAgain: (tenderId) => wishes.sendAgain(of(tenderId)),
    forget: (tenderId) => wishes.forget(of(tenderId)),
  };
}
