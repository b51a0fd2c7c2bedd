import { expect, it } from 'vitest';
import { SIGNALS, type Signal, USUAL_THRESHOLDS } from '../../contract/access/thresholds.ts';
import { DETECTORS, exceptionsIn, type FoundException } from '../../features/exception-report/bff/signals.ts';
import { createDice } from '../simulation/dice.ts';
import { DAYS, HOURS, type Pattern, type Planted, type ThievesMonth, thievesMonth } from './month.ts';

/** Twenty months of a shop, with thieves among them that are to be found, and honest people who are not. */

const MONTHS = 20;
const TERMS = { thresholds: USUAL_THRESHOLDS, openHours: HOURS, today: '9999-12-31' };

/** The signal that should find each theft. */
const FOUND_BY: Readonly<Record<Pattern, Signal>> = {
  'sells vouchers and has them used at once': 'emptied-soon',
  'tries codes until one is a voucher': 'wrong-codes',
  'types codes of cards that nobody brought': 'typed-codes',
  'redeems and gives back to their own card': 'own-refunds',
  'gives back when nobody looks any more': 'late-refunds',
  'prints vouchers that were sold once more': 'reprints',
  'has a friend who approves everything, and the other way round': 'approving-pair',
  'opens the drawer without a sale': 'drawer-opened',
  'looks up balances of strangers': 'stories',
  'tries the PIN of a manager': 'refused-pins',
  'comes back at night': 'outside-hours',
  'watches cards until somebody pays for them': 'checked-often',
  'clicks the questions away': 'quick-answers',
  'sticks a code of their own on cards': 'tampered-cards',
  'activates cards where nobody pays': 'unsold-cards',
  'feels for what the shop lets pass': 'limits-met',
  'switches a limit off for an hour': 'limits-loosened',
};

const months = Array.from({ length: MONTHS }, (_, seed) => thievesMonth(createDice(seed + 1)));
const isOf = ({ pattern, person, day }: Planted, found: FoundException) =>
  found.signal === FOUND_BY[pattern] && found.day === day && found.people.some(({ name }) => name === person);

function missed({ deeds, planted }: ThievesMonth, without?: Signal): Planted[] {
  const found = exceptionsIn(deeds, TERMS, Object.fromEntries(Object.entries(DETECTORS).filter(([name]) => name !== without)));
  return planted.filter((one) => !found.some((sighted) => isOf(one, sighted)));
}

it('every thief is found by day and name', () => {
  expect(months.flatMap((month) => missed(month))).toEqual([]);
});

it('no one else is listed on a shop’s median day, and at most one other exception on nine days out of ten', () => {
  const perDay = months.flatMap(({ deeds, planted }) => {
    const found = exceptionsIn(deeds, TERMS).filter((sighted) => !planted.some((one) => isOf(one, sighted)));
    return Array.from({ length: DAYS }, (_, day) => found.filter((one) => Number(one.day.slice(8)) === day + 1).length);
  });
  const sorted = perDay.toSorted((a, b) => a - b);
  expect(sorted[sorted.length / 2]).toBe(0);
  expect(sorted[Math.floor(sorted.length * 0.9)]).toBeLessThanOrEqual(1);
});

it.each(SIGNALS)('the signal %s is needed to find at least one thief', (signal) => {
  expect(months.some((month) => missed(month, signal).length > 0)).toBe(true);
});
