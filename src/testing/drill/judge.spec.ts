import { describe, expect, it } from 'vitest';
import type { RefundView } from '../../contract/redemption/refund.ts';
import { judgeOrder } from './judge.ts';
import { falseWords } from './judge-links.ts';
import type { LinkSale, LinkWish, ToldRegister } from './links.ts';
import type { KeptOrder } from './orders.ts';
import { falseRefunds } from './refunds.ts';

/** One redemption of 2400 for the sale `a`, sent at 10 and ended at 20. */
const wish = (changes: Partial<LinkWish> = {}): LinkWish => ({
  wish: {
    id: 'w',
    ref: '1234567890',
    amount: 2400,
    by: 'till',
    sentAt: 0,
    sale: { saleId: 'a', receiptNo: 'R-1' },
    view: null,
    isRefused: false,
  },
  sentAt: 10,
  settledAt: 20,
  ...changes,
});
const told = (outcome: ToldRegister['outcome'], amount: number, askedAt: number, saleId = 'a'): ToldRegister => {
  return { outcome, amount, saleId, askedAt, heardAt: askedAt + 1 };
};
const link = { amount: 5000, currency: 'SGD', reference: 'R-1', returnUrl: 'https://register.example/back', state: 's' };
const judged = (one: ToldRegister, taken: number, wishes = [wish()]) => {
  const sale: LinkSale = { link, wishes, told: [one], unbelieved: [] };
  return falseWords(sale, () => taken).length;
};

describe('a result sent to a register', () => {
  it.each<[string, ToldRegister, number, LinkWish[]?]>([
    ['“cancelled” was reported after a request was sent and captured', told('cancelled', 0, 15), 2400],
    ['“cancelled” was reported for another sale of the same link', told('cancelled', 0, 30, 'b'), 2400],
    ['a sale is captured after it was reported as cancelled', told('cancelled', 0, 5), 2400],
    ['less was reported than had ended by then', told('taken', 100, 25), 2400],
    ['more was reported than was captured', told('taken', 2500, 25), 2400],
    ['a capture was reported before it was sent', told('unknown', 2400, 5), 2400],
  ])('is false if %s', (_, one, taken, wishes) => {
    expect(judged(one, taken, wishes)).toBe(1);
  });

  it.each<[string, ToldRegister, number, LinkWish[]?]>([
    ['exactly the captured amount was reported', told('taken', 2400, 25), 2400],
    ['it had not ended, and was reported as unknown', told('unknown', 0, 15), 2400],
    ['only what began afterwards is missing', told('taken', 0, 5), 2400],
    ['nothing was captured', told('cancelled', 0, 5), 0],
    ['the link begins another sale afterwards', told('cancelled', 0, 5, 'b'), 2400],
  ])('is true if %s', (_, one, taken, wishes) => {
    expect(judged(one, taken, wishes)).toBe(0);
  });

  it('is counted as false if it cannot be trusted', () => {
    const sale: LinkSale = { link, wishes: [], told: [], unbelieved: ['its signature does not hold'] };
    expect(falseWords(sale, () => 0)).toEqual(['R-1 was told its signature does not hold']);
  });
});

describe('a refund', () => {
  const books = (refundId: string | null) => ({
    transactions: [{ transactionId: 'c', type: 'Capture', mid: '1', currency: 'SGD', amount: 1000, refundId }],
  });
  const refund = (state: string) => ({ id: 'r', tenderId: 't', captureId: 'c', view: { state, refundId: '7' } as unknown as RefundView });

  it('is falsely reported as made if the issuer refunded nothing, or the row is another refund', () => {
    expect([null, '8', '7'].map((id) => falseRefunds([refund('refunded')], books(id)).length)).toEqual([1, 1, 0]);
    expect(falseRefunds([refund('manager')], books(null))).toEqual([]);
  });
});

describe('an order', () => {
  const order = (state: string, codes: readonly string[]) => {
    return { id: 'o', quantity: 2, codes: new Set(codes), view: { state, vouchers: [] } } as unknown as KeptOrder;
  };
  const books = (...refs: string[]) => ({
    vouchers: refs.map((ref) => ({ ref, remaining: 1, status: 'active', sequence: null, clientReference: 'o' })),
  });

  it('passes if all its vouchers exist', () => {
    expect(judgeOrder(order('done', ['1', '2']), books('1', '2'))).toEqual({ isTwice: false, faults: [] });
  });

  it.each([
    ['the issuer made more vouchers than were ordered', 'done', ['1', '2', '3'], true],
    ['vouchers are missing', 'done', ['1'], false],
    ['it did not end', 'unknown', ['1', '2'], false],
    ['a voucher was not reported', 'done', ['1', '9'], false],
  ])('fails: %s', (_, state, made, isTwice) => {
    const { faults, ...said } = judgeOrder(order(state, ['1', '2', '3']), books(...made));
    expect([said.isTwice, faults.length]).toEqual([isTwice, 1]);
  });
});
