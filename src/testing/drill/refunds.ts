import { randomUUID } from 'node:crypto';
import { isRefundOpen, type RefundView, refundViewSchema } from '../../contract/redemption/refund.ts';
import { type TenderView, tenderViewSchema } from '../../contract/redemption/tender.ts';
import type { ServiceBooks } from '../crash/service.ts';
import type { DrillShop } from './shop.ts';
import { AGAIN_MS, DRILL_CURRENCY, pause } from './wishes.ts';

/** Each voucher pays this twice, so that a refund of one redemption looks like a refund of the other. */
const AMOUNT = 1_000;
const ASKED_WITHIN_MS = 10_000;

/** A redemption of a pair, and the refund that somebody asks for. */
export interface DrillRefund {
  readonly id: string;
  readonly tenderId: string;
  readonly captureId: string;
  /** What the server last said of it; null while it has said nothing. */
  view: RefundView | null;
}

/** Vouchers that pay twice, of which the second redemption is given back and, in the end, the first. */
export interface DrillRefunds {
  readonly refunds: readonly DrillRefund[];
  /** Settles when nothing more is sold. */
  readonly done: Promise<void>;
  /** Gives every first redemption back, and asks for every refund once more. */
  giveAllBack(): Promise<void>;
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
    async giveAllBack() {
      for (const first of firsts.splice(0)) begin(first);
      for (const refund of refunds) {
        const deadline = Date.now() + ASKED_WITHIN_MS;
        /* What is a redemption that the journal lost is said to be unknown to it. */
        const isKnown = (await till(0).send('GET', `/api/tenders/${refund.tenderId}`))?.status === 200;
        if (isKnown) await ask(refund, () => Date.now() < deadline);
      }
    },
  };
}

/** Refunds that are said to be done by a refund of the issuer that is not of that redemption. */
export function falseRefunds(refunds: readonly DrillRefund[], { transactions }: Pick<ServiceBooks, 'transactions'>): string[] {
  return refunds.flatMap(({ id, captureId, view }) => {
    const capture = transactions.find(({ transactionId }) => transactionId === captureId);
    const isFalse = view?.state === 'refunded' && (capture?.refundId == null || capture.refundId !== view.refundId);
    return isFalse ? [`refund ${id} is said to be done, and ${captureId} was not given back by it`] : [];
  });
}
