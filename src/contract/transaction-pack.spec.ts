import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyTransaction } from '../testing/any-transaction.ts';
import type { Transaction } from './transaction.ts';
import { packTransactions, transactionPageSchema, unpackTransactions } from './transaction-pack.ts';

describe('transactions on their way to a page', () => {
  it('arrive as they were sent', () => {
    fc.assert(
      fc.property(fc.array(anyTransaction, { maxLength: 20 }), (transactions) => {
        const page = { transactions: packTransactions(transactions), next: null, reached: '', mid: null };
        const arrived: unknown = JSON.parse(JSON.stringify(page));
        expect([...unpackTransactions(transactionPageSchema.parse(arrived).transactions)]).toEqual(transactions);
      }),
    );
  });

  it('say what they share once', () => {
    const one: Transaction = {
      id: '1',
      type: 'capture',
      rawType: 'Capture',
      status: 'succeeded',
      rawStatus: 'Succeeded',
      mid: '000000012345678',
      amount: 1_250,
      currency: 'SGD',
      at: '2026-11-21T12:00:00.000Z',
      updatedAt: '2026-11-21T12:00:00.000Z',
      vouchers: [{ last4: '7890', tag: 'abcdefghijklmnop', product: 'Gift voucher' }],
      by: null,
    };
    const many = Array.from({ length: 100 }, (_, index) => ({ ...one, id: String(index) }));
    const packed = packTransactions(many);
    expect([packed.kinds.length, packed.products.length]).toEqual([1, 1]);
    expect(JSON.stringify(packed).length).toBeLessThan(JSON.stringify(many).length / 3);
  });

  it('are refused where a line is no transaction or names what was not sent', () => {
    const packed = packTransactions([]);
    const kinds: (typeof packed)['kinds'] = [{ type: 'capture', rawType: '', status: 'unknown', rawStatus: '', mid: '', currency: '' }];
    const unpack = (...rows: unknown[]) => [
      ...unpackTransactions({ ...packed, kinds, rows: rows.map((row) => JSON.stringify(row)).join('\n') }),
    ];
    const row = (kind: number, product: number | null, by: [number, string] | null) => [
      '1',
      kind,
      null,
      null,
      null,
      [['7890', 't', product]],
      by,
    ];
    expect(unpack(row(0, null, null))).toHaveLength(1);
    for (const bad of [
      row(1, null, null),
      row(0, 0, null),
      row(0, null, [0, 'x']),
      ['1', 0],
      'row',
      null,
      [1, ...row(0, null, null).slice(1)],
      row(0.5, null, null),
      ['1', 0, 'a', null, null, [], null],
    ]) {
      expect(() => unpack(row(0, null, null), bad)).toThrow();
    }
  });
});
