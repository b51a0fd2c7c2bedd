import type { TenderView } from '../../../contract/redemption/tender.ts';
import type { ScanEvent } from '../../../reader/scan-event.ts';
import { failureOf, isProblem } from '../../api/failure.ts';
import type { PageDeps } from '../../api/page.ts';
import { createFollower } from '../../pending-operations/follow.ts';
import type { TillOutbox } from './outbox.ts';
import type { PendingTender } from './pending-tender.ts';
import { allRows, isShutOut, type Till, type TillEvent } from './till.ts';

interface TenderSenderDeps extends Pick<PageDeps, 'call' | 'now' | 'sleep' | 'mayQuery'> {
  readonly outbox: TillOutbox;
  readonly state: () => Till;
  readonly dispatch: (event: TillEvent) => void;
  /** Queries the server for the outcome of a redemption. */
  readonly refresh: (tenderId: string) => void;
  readonly scan: (scan: ScanEvent) => void;
}

/** Sends redemptions, and releases the vouchers of those that were never recorded. */
export interface TenderSender {
  /**
   * Sends a redemption. If the server refuses it because no user is signed in, its voucher is
   * released after the next sign-in.
   */
  readonly put: (pendingTender: PendingTender) => Promise<TenderView>;
  /** Cancels a redemption now, if it was refused for want of a session and a user is signed in. */
  readonly cancelNow: (tenderId: string) => void;
  /** Cancels a redemption that never arrived, then checks its voucher again. */
  readonly cancelAndRetry: (tenderId: string) => Promise<void>;
}

export function createTenderSender({
  call,
  outbox,
  state,
  dispatch,
  refresh,
  scan,
  ...deps
}: TenderSenderDeps): TenderSender {
  const follow = createFollower<{ readonly id: string }>({
    ...deps,
    isOpen: ({ id }) => isShutOut(state(), id),
    query: ({ id }) => cancel(id),
  });

  /**
   * A copy of the request may be in transit, so the id is cancelled for good before the voucher can
   * be redeemed again.
   */
  async function cancel(tenderId: string): Promise<void> {
    try {
      await call('cancelTender', { params: { id: tenderId } });
    } catch (error) {
      failureOf(error);
      if (!isProblem(error, 'tender-started')) return;
      dispatch({ type: 'already-recorded', tenderId });
      return refresh(tenderId);
    }
    await outbox.remove(tenderId);
    dispatch({ type: 'never-recorded', tenderId });
  }

  async function cancelAndRetry(tenderId: string): Promise<void> {
    const code = allRows(state()).find((row) => row.tenderId === tenderId)?.code ?? null;
    try {
      await call('cancelTender', { params: { id: tenderId } });
    } catch (error) {
      const failure = failureOf(error);
      dispatch({ type: 'not-cancelled', tenderId, failure });
      if (failure.kind === 'problem' && failure.code === 'tender-started') refresh(tenderId);
      return;
    }
    await outbox.remove(tenderId);
    dispatch({ type: 'cancelled', tenderId });
    if (code !== null) scan({ text: code, source: 'typed', at: deps.now() });
  }

  return {
    cancelAndRetry,
    async put({ id, body }) {
      try {
        return await call('putTender', { params: { id }, body });
      } catch (error) {
        if (isProblem(error, 'signed-out')) {
          dispatch({ type: 'refused-signed-out', tenderId: id });
          follow({ id });
        }
        throw error;
      }
    },
    cancelNow: (tenderId) => void (deps.mayQuery() && isShutOut(state(), tenderId) && cancel(tenderId)),
  };
}
