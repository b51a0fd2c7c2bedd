import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExplainingLine } from '../contract/transaction.ts';
import { explain } from './difference.ts';

const line = (id: string, amount: number): ExplainingLine => ({
  id,
  type: amount < 0 ? 'refund' : 'capture',
  at: null,
  last4: '0001',
  amount,
  person: null,
  receiptNo: null,
});
const named = ({ explanations }: ReturnType<typeof explain>) =>
  explanations.map(({ side, lines }) => [side, ...lines.map(({ id }) => id)]);

describe('the explanation of a difference from the register', () => {
  const day = [line('a', 1000), line('b', 2550), line('c', -300), line('d', 40)];

  it('lists a line that the register lacks', () => {
    expect(named(explain(day, -2550))).toEqual([['missing', 'b']]);
  });

  it('lists a line that the register counted twice', () => {
    expect(named(explain(day, 1000))).toEqual([['twice', 'a']]);
  });

  it('is a refund that the register lacks if the register total is too high', () => {
    expect(named(explain(day, 300))).toEqual([['missing', 'c']]);
  });

  it('lists two lines together if no single line explains the difference', () => {
    expect(named(explain(day, -1040))).toEqual([['missing', 'a', 'd']]);
    expect(named(explain(day, -2250))).toEqual([['missing', 'b', 'c']]);
  });

  it('is empty if there is no difference, or if no lines add up to it', () => {
    expect(explain(day, 0)).toEqual({ explanations: [], found: 0 });
    expect(explain(day, 7)).toEqual({ explanations: [], found: 0 });
  });

  it('lists only a few of many possibilities, and counts them all', () => {
    const same = Array.from({ length: 12 }, (_, index) => line(`l${index}`, 500));
    const { explanations, found } = explain(same, -500);
    expect([explanations.length, found]).toEqual([5, 12]);
    expect([explain(same, -1000).explanations.length, explain(same, -1000).found]).toEqual([5, 66]);
  });

  it('always adds up to the difference', () => {
    const amounts = fc.array(fc.integer({ min: -50, max: 50 }), { maxLength: 30 });
    fc.assert(
      fc.property(amounts, fc.integer({ min: -100, max: 100 }), (values, difference) => {
        const lines = values.map((value, index) => line(String(index), value));
        for (const { side, lines: some } of explain(lines, difference).explanations) {
          const sum = some.reduce((total, { amount }) => total + amount, 0);
          expect(side === 'missing' ? -sum : sum).toBe(difference);
          expect(new Set(some.map(({ id }) => id)).size).toBe(some.length);
        }
      }),
    );
  });
});
