import type { TenderView } from '../../../contract/redemption/tender.ts';
import { failureOf, isProblem } from '../../api/failure.ts';
import type { PageDeps } from '../../api/page.ts';
import type { ScanEvent } from '../../scan/scan-event.ts';
import { createFollower } from '../../wishes/follow.ts';
import type { TillOutbox } from './outbox.ts';
import { allRows, isShutOut, type Till, type TillEvent } from './till.ts';
import type { TenderWish } from './wish.ts';

interface BringBackDeps extends Pick<PageDeps, 'call' | 'now' | 'sleep' | 'mayAsk'> {
  readonly outbox: TillOutbox;
  readonly state: () => Till;
  readonly dispatch: (event: TillEvent) => void;
  /** Asks what became of a redemption after all. */
  readonly refresh: (tenderId: string) => void;
  readonly scan: (scan: ScanEvent) => void;
}

/** Sends redemptions, and brings vouchers of those back that were never recorded. */
export interface BringBack {
  /**
   * Sends a redemption.
   *
   * Where the server refuses it because nobody is signed in, its voucher comes back as soon as
   * somebody is.
   */
  readonly put: (wish: TenderWish) => Promise<TenderView>;
  /** Gives one up now, if it was shut out and somebody is signed in. */
  readonly now: (tenderId: string) => void;
  /** Gives one up that never arrived, then checks its voucher anew. */
  readonly cancelAndRetry: (tenderId: string) => Promise<void>;
}

/** Makes what brings vouchers back. */
export function createBringBack({ call, outbox, state, dispatch, refresh, scan, ...deps }: BringBackDeps): BringBack {
  const follow = createFollower<{ readonly id: string }>({
    ...deps,
    isOpen: ({ id }) => isShutOut(state(), id),
    ask: ({ id }) => takeBack(id),
  });

  /**
   * A copy of the request may be on its way, so the id is given up for good before the voucher can
   * be redeemed anew.
   */
  async function takeBack(tenderId: string): Promise<void> {
    try {
      await call('cancelTender', { params: { id: tenderId } });
    } catch (error) {
      failureOf(error);
      if (!isProblem(error, 'tender-started')) return;
      dispatch({ type: 'not-given-back', tenderId });
      return refresh(tenderId);
    }
    await outbox.remove(tenderId);
    dispatch({ type: 'given-back', tenderId });
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
          dispatch({ type: 'shut-out', tenderId: id });
          follow({ id });
        }
        throw error;
      }
    },
    now: (tenderId) => void (deps.mayAsk() && isShutOut(state(), tenderId) && takeBack(tenderId)),
  };
}
