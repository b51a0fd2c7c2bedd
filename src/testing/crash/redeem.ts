import { randomUUID } from 'node:crypto';
import { isTenderOpen, tenderViewSchema } from '../../contract/redemption/tender.ts';
import type { Deed, Standing, ToldTill } from './judge.ts';
import type { Operation } from './operation.ts';
import type { VoucherService } from './service.ts';
import type { CrashTill } from './till.ts';
import { doneAtOnce, isDone, toldInWords, wishFor } from './wish.ts';

/** More than half of the voucher, cents. */
const AMOUNT = 3_000;
/** The next customer's redemption from the same voucher, which shows that it is free. */
const NEXT_AMOUNT = 100;

/** A redemption: the voucher is checked, and part of its balance is redeemed. */
export const redeem: Operation = {
  name: 'redeem',
  async prepare(service, till) {
    const ref = await service.newVoucher();
    await checkVoucher(till, ref);
    const captures = () => deedsOf(service, ref, 'Capture');
    return wishFor({
      path: `/api/tenders/${randomUUID()}`,
      body: { code: ref, amount: AMOUNT, currency: 'SGD' },
      asked: AMOUNT,
      refusalAfterDelete: 'tender-cancelled',
      readAnswer: readTender,
      deeds: async () => [await captures()],
      async next(later, _, sister) {
        const before = (await captures()).length;
        const faults = [...(await redeemNext(later, ref)), ...(await redeemNext(sister, ref))];
        const taken = (await captures()).length - before;
        return faults.length > 0 || taken === 2 ? faults : [`one more redemption here and in the sister shop took ${taken} times`];
      },
    });
  },
};

/** Checks a voucher like a cashier before a redemption. @throws Error if that fails */
export async function checkVoucher(till: CrashTill, ref: string): Promise<void> {
  const checked = await till.send('POST', '/api/vouchers/check', { code: ref });
  if (checked?.status !== 200) throw new Error(`the voucher could not be checked: ${checked?.status ?? 'no answer'}`);
}

/** Redeems an amount (cents) of a voucher. */
export async function takeFrom(till: CrashTill, ref: string, amount: number): Promise<ToldTill & { path: string }> {
  const path = `/api/tenders/${randomUUID()}`;
  const told = await doneAtOnce(till, { path, body: { code: ref, amount, currency: 'SGD' }, readAnswer: readTender });
  return { ...told, path };
}

/** The next customer's redemption of the same voucher, which has to go well. */
export async function redeemNext(till: CrashTill, ref: string): Promise<string[]> {
  const next = await takeFrom(till, ref, NEXT_AMOUNT);
  return isDone(next) ? [] : [`the voucher could not be redeemed again: ${toldInWords(next)}`];
}

/** The voucher service's transactions of a type with a voucher. */
export async function deedsOf(service: VoucherService, ref: string, type: 'Capture' | 'Refund'): Promise<Deed[]> {
  const { transactions } = await service.ledger(ref);
  return transactions.filter((row) => row.type === type).map(({ transactionId, amount }) => ({ id: transactionId, worth: amount ?? 0 }));
}

function readTender(body: unknown): Standing {
  const { state, captureId } = tenderViewSchema.parse(body);
  return { state, open: isTenderOpen(state), parts: [{ claim: state === 'captured' ? 'done' : 'not done', id: captureId }] };
}
