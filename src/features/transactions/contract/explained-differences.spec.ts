import { expect, it } from 'vitest';
import { explainedDifferencesOf } from '../../closings/contract/shift.ts';
import { type ExplainedDifference, explainedBy } from './explained-differences.ts';

const FORFEITED: ExplainedDifference = { why: 'forfeited', amount: 1_500 };
const UNSETTLED: ExplainedDifference = { why: 'unsettled', amount: 2_000 };
const CARRIED: ExplainedDifference = { why: 'carried', amount: -500 };
const NOTHING: ExplainedDifference = { why: 'olderRefunds', amount: 0 };
const ALL = [FORFEITED, UNSETTLED, CARRIED, NOTHING];

it('a difference is explained by the fewest reasons that add up to it', () => {
  expect(explainedBy(1_500, ALL)).toEqual([FORFEITED]);
  expect(explainedBy(3_500, ALL)).toEqual([FORFEITED, UNSETTLED]);
  expect(explainedBy(1_500, [UNSETTLED, CARRIED, FORFEITED])).toEqual([FORFEITED]);
  expect(explainedBy(1_000, ALL)).toEqual([FORFEITED, CARRIED]);
});

it('a difference stays unexplained if no reasons add up to it, and zero needs no reason', () => {
  expect(explainedBy(1_499, ALL)).toEqual([]);
  expect(explainedBy(-1_500, ALL)).toEqual([]);
  expect(
    explainedBy(0, [
      { why: 'forfeited', amount: 5 },
      { why: 'carried', amount: -5 },
    ]),
  ).toEqual([]);
});

it('a shift lists amounts that a register books at another time, or with another amount', () => {
  const one = { id: 'a', currency: 'SGD' };
  const from = { from: 41, till: 'Till 1', state: 'taken' };
  const known = explainedDifferencesOf(
    {
      forfeited: [
        { currency: 'SGD', amount: 300 },
        { currency: 'EUR', amount: 7 },
      ],
      unsettled: [
        { ...one, kind: 'redeemed', amount: 2_000 },
        { ...one, kind: 'refunded', amount: 400 },
      ],
      carried: [
        { ...one, ...from, kind: 'redeemed', amount: 1_000 },
        { ...one, ...from, kind: 'refunded', amount: 250 },
      ],
    },
    'SGD',
  );
  expect(Object.fromEntries(known.map(({ why, amount }) => [why, amount]))).toEqual({
    forfeited: 300,
    unsettled: 1_600,
    olderRefunds: 250,
    carried: -1_000,
  });
});
