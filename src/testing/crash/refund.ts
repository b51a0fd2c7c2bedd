import { randomUUID } from 'node:crypto';
import { isRefundOpen, refundViewSchema } from '../../contract/redemption/refund.ts';
import type { Standing } from './judge.ts';
import type { Operation } from './operation.ts';
import { checkVoucher, deedsOf, redeemNext, takeFrom } from './redeem.ts';
import { doneAtOnce, isDone, toldInWords, wishFor } from './wish.ts';

/** The redeemed amount, cents; a refund returns all of it. */
const AMOUNT = 3_000;
const REASON = 'Customer changed their mind';

/** A refund by a manager of an earlier redemption. */
export const refund: Operation = {
  name: 'refund',
  async prepare(service, till) {
    const ref = await service.newVoucher();
    await checkVoucher(till, ref);
    const taken = await takeFrom(till, ref, AMOUNT);
    if (!isDone(taken)) throw new Error(`nothing was taken that could be refunded: ${toldInWords(taken)}`);
    const body = { tenderId: taken.path.split('/').at(-1), reason: REASON };
    const refunds = () => deedsOf(service, ref, 'Refund');
    return wishFor({
      path: `/api/refunds/${randomUUID()}`,
      body,
      asked: AMOUNT,
      refusalAfterDelete: null,
      readAnswer: readRefund,
      deeds: async () => [await refunds()],
      /** The capture can be refunded if it was not, and not twice; then the voucher is free. */
      async next(later, final) {
        const another = await doneAtOnce(later, { path: `/api/refunds/${randomUUID()}`, body, readAnswer: readRefund });
        if (isDone(another) === (final?.parts[0]?.claim === 'done')) return [`another refund was answered with ${toldInWords(another)}`];
        const times = (await refunds()).length;
        return times === 1 ? redeemNext(later, ref) : [`two refunds of one capture gave back ${times} times`];
      },
    });
  },
};

function readRefund(body: unknown): Standing {
  const { state, refundId } = refundViewSchema.parse(body);
  return { state, open: isRefundOpen(state), parts: [{ claim: state === 'refunded' ? 'done' : 'not done', id: refundId }] };
}
