import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Transaction } from '../../contract/transaction.ts';
import { anyTransaction } from '../../testing/any-transaction.ts';
import { createRows } from './rows.ts';

/** Rows that are put there again and again. */
const oneOfFive = fc.tuple(anyTransaction, fc.constantFrom('1', '2', '3', '4', '5')).map(([row, id]): Transaction => ({ ...row, id }));

describe('rows that are kept in columns', () => {
  it('come back as they were put there last', () => {
    fc.assert(
      fc.property(fc.array(oneOfFive, { maxLength: 20 }), (put) => {
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
    const [one] = fc.sample(anyTransaction, 1);
    for (let number = 0; number < 5_000; number += 1) rows.put({ ...one, id: String(number), amount: number } as Transaction);
    expect([rows.size(), rows.amount(0), rows.amount(4_999)]).toEqual([5_000, 0, 4_999]);
  });
});
