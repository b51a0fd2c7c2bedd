import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Transaction } from '../../contract/transaction.ts';
import { createRows } from './rows.ts';

const word = fc.constantFrom('', 'a', 'b');
const time = fc.option(fc.integer({ min: 0, max: 4e12 }).map((ms) => new Date(ms).toISOString()));
const transaction: fc.Arbitrary<Transaction> = fc.record({
  id: fc.constantFrom('1', '2', '3', '4', '5'),
  type: fc.constantFrom('capture', 'refund', 'authorization', 'activation', 'other'),
  rawType: word,
  status: fc.constantFrom('succeeded', 'failed', 'unknown'),
  rawStatus: word,
  mid: word,
  amount: fc.option(fc.maxSafeInteger()),
  currency: word,
  at: time,
  updatedAt: time,
  vouchers: fc.array(fc.record({ last4: word, tag: word, product: fc.option(word) }), { maxLength: 3 }),
  by: fc.option(
    fc.record({
      operation: fc.constantFrom('tender', 'refund', 'activation', 'orphan'),
      id: word,
      person: fc.option(word),
      device: fc.option(word),
    }),
  ),
});

describe('rows that are kept in columns', () => {
  it('come back as they were put there last', () => {
    fc.assert(
      fc.property(fc.array(transaction, { maxLength: 20 }), (put) => {
        const rows = createRows();
        for (const row of put) rows.put(row);
        const last = new Map(put.map((row) => [row.id, row]));
        expect(rows.size()).toBe(last.size);
        for (const [id, row] of last) {
          const number = rows.numberOf(id) ?? Number.NaN;
          expect(rows.copy(number)).toEqual(row);
          expect([rows.person(number), rows.last4(number)]).toEqual([row.by?.person ?? null, row.vouchers[0]?.last4 ?? null]);
        }
      }),
    );
  });

  it('find room however many there are', () => {
    const rows = createRows();
    const [one] = fc.sample(transaction, 1);
    for (let number = 0; number < 5_000; number += 1) rows.put({ ...one, id: String(number), amount: number } as Transaction);
    expect([rows.size(), rows.amount(0), rows.amount(4_999)]).toEqual([5_000, 0, 4_999]);
  });
});
