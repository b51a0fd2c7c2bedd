import { expect, it } from 'vitest';
import { allAtOnce } from './lay-beside.ts';
import type { OurLine, TheirLine } from './lines.ts';
import { matchLists } from './match-lists.ts';

const NOON = Date.UTC(2030, 0, 15, 4);
const COUNT = 100_000;
/** What the machine needs alone is said; here other specs run beside it. */
const TIMEOUT_MS = 120_000;

function lines(change: (index: number) => Partial<OurLine>): { ours: OurLine[]; theirs: TheirLine[] } {
  const ours = Array.from({ length: COUNT }, (_, index): OurLine => {
    const worth = { amount: 500 + (index % 40), currency: 'SGD', at: NOON + index * 400 };
    const named = { receiptNo: null, last4: null, transactionId: null };
    return { id: String(index), kind: 'redeemed', till: '', person: '', ...worth, ...named, ...change(index) };
  });
  const theirs = ours.map(({ amount, currency, at, last4 }, line): TheirLine => {
    return { line, amount, currency, last4, at: (at ?? 0) + 20, receiptNo: null, transactionId: null, shop: null };
  });
  return { ours, theirs };
}

it.each([
  ['as a month of a busy shop', (index: number) => ({ last4: String(index % 10_000) })],
  ['of one voucher', () => ({ last4: '1111' })],
  ['of one moment', () => ({ at: NOON })],
])(
  'a hundred thousand lines %s are matched one by one',
  (what, change) => {
    const { ours, theirs } = lines(change);
    const startedAt = performance.now();
    const period = { from: NOON, to: NOON + COUNT * 400 };
    const all = allAtOnce(matchLists(ours, theirs, { windowMs: 900_000, mid: null, period }));
    process.stdout.write(`match: 100,000 lines ${what} in ${Math.round(performance.now() - startedAt)} ms\n`);
    expect(all.filter(({ list }) => list === 'agrees')).toHaveLength(COUNT);
  },
  TIMEOUT_MS,
);
