import { isRefundOpen, type RefundView } from '../../contract/redemption/refund.ts';
import type { TenderView } from '../../contract/redemption/tender.ts';
import type { PageDeps } from '../api/page.ts';
import { createStateStore, type ReadableStore } from '../pending-operations/state-store.ts';
import { createOperationStore } from '../pending-operations/store.ts';
import { REFUND_MISSING_AFTER_MS } from './limits.ts';
import type { RefundOutbox } from './outbox.ts';
import { isPending, type PendingRefund, type Refunding } from './pending-refund.ts';

export interface RefundStoreDeps extends PageDeps {
  readonly outbox: RefundOutbox;
  /** A refund ended, so displayed data of its redemption is stale. */
  readonly onSettled: (tenderId: string) => void;
}

/** Refunds by the id of their redemption, and the one in the dialog. */
export interface RefundsState {
  readonly byTender: ReadonlyMap<string, Refunding>;
  readonly open: TenderView | null;
}

/** The refunds of this page, outside React: a refund continues behind the lock screen. */
export interface RefundStore extends ReadableStore<RefundsState> {
  /** Restores and follows up the work of an earlier page. Further calls have no effect. */
  readonly start: () => Promise<void>;
  readonly open: (tender: TenderView) => void;
  /** Closes the dialog and removes its refund if it is over. */
  readonly close: () => void;
  /**
   * Refunds this redemption; `id` is that of an approved request, if any.
   *
   * It has no effect while another refund of it is unresolved.
   */
  readonly refund: (tender: TenderView, reason: string, id?: string) => void;
  /**
   * Sends a refund again with its own id, because it never arrived or a manager has approved it.
   */
  readonly sendAgain: (tenderId: string) => void;
  /** Removes a failed refund, so that another one can start. */
  readonly forget: (tenderId: string) => void;
}

export function createRefundStore(deps: RefundStoreDeps): RefundStore {
  const { call, now, uuid } = deps;
  const { subscribe, state, set } = createStateStore<RefundsState>({ byTender: new Map(), open: null });
  const operations = createOperationStore<PendingRefund, RefundView>({
    ...deps,
    put: ({ id, tenderId, reason }) => call('putRefund', { params: { id }, body: { tenderId, reason } }),
    query: ({ id }) => call('refund', { params: { id } }),
    missingAfterMs: REFUND_MISSING_AFTER_MS,
    isOpen: ({ state: stands }) => isRefundOpen(stands),
    find: ({ tenderId }) => of(tenderId),
    show(refunding) {
      const { tenderId } = refunding.operation;
      set({ ...state(), byTender: new Map(state().byTender).set(tenderId, refunding) });
      if (!isPending(refunding.phase) && refunding.phase.at !== 'missing') deps.onSettled(tenderId);
    },
    drop({ tenderId }) {
      const byTender = new Map(state().byTender);
      byTender.delete(tenderId);
      set({ ...state(), byTender });
    },
  });

  function of(tenderId: string): Refunding | undefined {
    return state().byTender.get(tenderId);
  }

  return {
    subscribe,
    state,
    start: operations.start,
    open: (tender) => set({ ...state(), open: tender }),
    close() {
      const { open } = state();
      set({ ...state(), open: null });
      if (open !== null && of(open.id)?.phase.at !== 'missing') operations.forget(of(open.id));
    },
    refund({ id: tenderId, last4, captured, requested }, reason, id = uuid()) {
      const before = of(tenderId)?.phase;
      if (before !== undefined && (isPending(before) || before.at === 'missing')) return;
      operations.send({ id, tenderId, reason, last4, amount: captured ?? requested, savedAt: now() });
    },
    sendAgain: (tenderId) => operations.sendAgain(of(tenderId)),
    forget: (tenderId) => operations.forget(of(tenderId)),
  };
}
