import { randomUUID } from 'node:crypto';
import { isRefundOpen, type RefundView, refundViewSchema } from '../../contract/redemption/refund.ts';
import { type TenderView, tenderViewSchema } from '../../contract/redemption/tender.ts';
import type { ServiceBooks } from '../crash/service.ts';
import type { DrillShop } from './shop.ts';
import { AGAIN_MS, DRILL_CURRENCY, pause } from './wishes.ts';

/**
 * Each voucher has two redemptions of this amount, so that a refund of one looks like a refund of
 * the other.
 */
const AMOUNT = 1_000;
const ASKED_WITHIN_MS = 10_000;

/** A redemption of a pair, and its refund. */
export interface DrillRefund {
  readonly id: string;
  readonly tenderId: string;
  readonly captureId: string;
  /** The server's latest report; null before the first. */
  view: RefundView | null;
}

/** Vouchers with two redemptions: the second is refunded at once, the first at the end. */
export interface DrillRefunds {
  readonly refunds: readonly DrillRefund[];
  /** Settles when nothing more is sold. */
  readonly done: Promise<void>;
  /** Refunds the first redemption of each voucher, and repeats all earlier refund requests. */
  refundAll(): Promise<void>;
}

export function openRefunds({ service, till, isSelling, isOver }: DrillShop): DrillRefunds {
  const refunds: DrillRefund[] = [];
  const firsts: TenderView[] = [];

  /** @returns null if the journal lost it, or the shop was closed before it was known */
  async function redeem(ref: string): Promise<TenderView | null> {
    const answer = await till(0).send('PUT', `/api/tenders/${randomUUID()}`, { code: ref, amount: AMOUNT, currency: DRILL_CURRENCY });
    const view = tenderViewSchema.safeParse(answer?.body);
    return view.success && view.data.state === 'captured' ? view.data : null;
  }

  function begin({ id, captureId }: TenderView): DrillRefund {
    const refund: DrillRefund = { id: randomUUID(), tenderId: id, captureId: captureId ?? '', view: null };
    refunds.push(refund);
    return refund;
  }

  async function ask(refund: DrillRefund, isInTime: () => boolean): Promise<void> {
    for (; isInTime() && (refund.view === null || isRefundOpen(refund.view.state)); await pause(AGAIN_MS)) {
      const body = { tenderId: refund.tenderId, reason: 'wrong voucher' };
      const view = refundViewSchema.safeParse((await till(0).send('PUT', `/api/refunds/${refund.id}`, body))?.body);
      if (view.success) refund.view = view.data;
      if (refund.view?.state === 'manager') return;
    }
  }

  async function sell(): Promise<void> {
    while (isSelling()) {
      const ref = await service.newVoucher();
      const [first, second] = [await redeem(ref), await redeem(ref)];
      if (first) firsts.push(first);
      if (second) await ask(begin(second), () => !isOver());
      await pause(AGAIN_MS);
    }
  }

  return {
    refunds,
    done: sell(),
    async refundAll() {
      for (const first of firsts.splice(0)) begin(first);
      for (const refund of refunds) {
        const deadline = Date.now() + ASKED_WITHIN_MS;
        /* A redemption that the journal lost is reported as unknown. */
        const isKnown = (await till(0).send('GET', `/api/tenders/${refund.tenderId}`))?.status === 200;
        if (isKnown) await ask(refund, () => Date.now() < deadline);
      }
    },
  };
}

/** Refunds reported as done with an issuer's refund of another redemption. */
export function falseRefunds(refunds: readonly DrillRefund[], { transactions }: Pick<ServiceBooks, 'transactions'>): string[] {
  return refunds.flatMap(({ id, captureId, view }) => {
    const capture = transactions.find(({ transactionId }) => transactionId === captureId);
    const isFalse = view?.state === 'refunded' && (capture?.refundId == null || capture.refundId !== view.refundId);
    return isFalse ? [`refund ${id} is said to be done, and ${captureId} was not given back by it`] : [];
  });
}
