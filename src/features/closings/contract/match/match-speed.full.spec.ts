import { expect, it } from 'vitest';
import type { OurLine, TheirLine } from './lines.ts';
import { matchLists } from './match-lists.ts';

const NOON = Date.UTC(2030, 0, 15, 4);
const LONG_AGO = NOON - 9 * 86_400_000;
const COUNT = 100_000;
/** The limit is above the time on an idle machine, because other specs run at the same time. */
const TIMEOUT_MS = 120_000;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

function lines(change: (index: number) => Partial<OurLine>): { ours: OurLine[]; theirs: TheirLine[] } {
  const ours = Array.from({ length: COUNT }, (_, index): OurLine => {
    const at = NOON + index * 400;
    const worth = { amount: 500 + (index % 40), currency: 'SGD', at, settledAt: at };
    const named = { receiptNo: null, last4: null, transactionId: `c-${index}` };
    return { id: String(index), kind: 'redeemed', till: '', person: '', ...worth, ...named, ...change(index) };
  });
  const theirs = ours.map(({ amount, currency, at, last4, receiptNo }, line): TheirLine => {
    return { line, amount, currency, last4, receiptNo, at: at + 20, day: dayOf(at + 20), transactionId: null };
  });
  return { ours, theirs };
}

it.each([
  ['as a month of a busy shop', (index: number) => ({ last4: String(index % 10_000) })],
  ['of one voucher and one amount', () => ({ last4: '1111', amount: 500 })],
  ['of one amount and no voucher', () => ({ amount: 500 })],
  ['of one moment', () => ({ at: NOON, last4: '1111' })],
  ['under one receipt number', () => ({ receiptNo: '1', amount: 500, at: NOON })],
  [
    'of which none matches',
    (index: number) => ({ last4: '1111', receiptNo: `R${index}`, at: LONG_AGO, settledAt: LONG_AGO }),
  ],
])(
  'a hundred thousand lines %s are matched one by one',
  (what, change) => {
    const { ours, theirs } = lines(change);
    const days = { first: '2030-01-15', last: '2030-01-16' };
    const isApart = what === 'of which none matches';
    const list = isApart ? theirs.map((line) => ({ ...line, at: NOON, day: '2030-01-15' })) : theirs;
    const startedAt = performance.now();
    const steps = matchLists(ours, list, { windowMs: 900_000, dayOf, days });
    let longestMs = 0;
    for (;;) {
      const stepAt = performance.now();
      const { done, value } = steps.next();
      longestMs = Math.max(longestMs, performance.now() - stepAt);
      if (done !== true) continue;
      const ms = Math.round(performance.now() - startedAt);
      process.stdout.write(`match: 100,000 lines ${what} in ${ms} ms, longest step ${Math.round(longestMs)} ms\n`);
      const paired = value.filter(({ list: name }) => name === 'agrees' || name === 'likely');
      expect(paired).toHaveLength(isApart ? 0 : COUNT);
      break;
    }
  },
  TIMEOUT_MS,
);
