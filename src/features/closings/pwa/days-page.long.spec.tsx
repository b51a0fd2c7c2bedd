import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ok } from '../../../pwa/testing/fake-server.ts';
import { renderApp } from '../../../pwa/testing/render-app.tsx';
import type { Closing } from '../../transactions/contract/transaction.ts';
import type { Cover, ShiftSummary } from '../contract/shift.ts';

afterEach(cleanup);

const DAY = '2026-11-21';
const AT = '2026-11-21T10:00:00.000Z';

function z(number: number | null, amount: number, register: number | null = null): ShiftSummary {
  const who = { till: 'Till 1', tillId: 't1', person: 'Ana', personId: 'p1' };
  const sums = [{ kind: 'redeemed' as const, currency: 'SGD', count: 1, amount }];
  const declared = register === null ? null : { amount: register, currency: 'SGD' };
  const difference = register === null ? null : register - amount;
  const ended = number === null ? null : ('person' as const);
  const times = { opened: AT, closed: number === null ? null : AT, closedBy: ended };
  return {
    id: `s${number}`,
    ...who,
    day: DAY,
    ...times,
    number,
    burnt: false,
    sums,
    unsettled: 0,
    declared,
    difference,
  };
}

/** The issuer has SGD 96.77: of 80.00 that Z reports count it shows 70.00. */
const COVER: Cover = {
  day: DAY,
  currencies: [
    { currency: 'SGD', issuer: 9_677, closed: 7_000, open: 2_600, unexplained: 77, counted: 8_000, difference: -1_000 },
  ],
  differing: [],
  unexplained: [],
  coverage: { share: 1, gaps: [], keptFrom: null, until: AT, isAway: false },
  unsettled: [],
};

const SAVED: Closing = {
  id: 'c1',
  date: DAY,
  until: AT,
  at: AT,
  person: 'Mia',
  device: 'Till 1',
  note: 'Till 1 closed early',
  currencies: [
    {
      currency: 'SGD',
      captured: 10_000,
      refunded: 0,
      net: 10_000,
      captures: 4,
      refunds: 0,
      forfeited: 0,
      register: 10_500,
      difference: 500,
      explanations: [],
      found: 0,
      known: [],
    },
  ],
  withoutAmount: 0,
  unsettled: 0,
};

function openDay(
  shifts: readonly ShiftSummary[],
  closings: readonly Closing[] = [],
  path = `/closings/days?day=${DAY}`,
) {
  return renderApp({
    role: 'manager',
    path,
    answers: { shifts: () => ok(shifts), cover: () => ok(COVER), closings: () => ok(closings) },
  });
}

const linesOf = async (title: string) => {
  const section = within(await screen.findByRole('region', { name: title }));
  const names = section.getAllByRole('term').map(({ textContent }) => textContent);
  const amounts = section.getAllByRole('definition').map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '));
  return names.map((name, index) => `${name}: ${amounts[index]}`);
};

describe('a day of the shop', () => {
  it('shows the sum of its Z reports, and the differences from the issuer’s total', async () => {
    openDay([z(1, 5_000), z(2, 2_500), z(null, 2_600)]);
    expect(await linesOf('Z reports and the issuer')).toEqual([
      'Z reports (2): SGD 75.00',
      'Carried to or from other days: SGD 5.00',
      'Issuer shows a different amount: −SGD 10.00',
      'Open shifts: SGD 26.00',
      'No matching redemption here: SGD 0.77',
      'Issuer total: SGD 96.77',
    ]);
  });

  it('adds up the register total at each closing', async () => {
    openDay([z(1, 5_000, 5_100), z(2, 2_500, 2_300), z(3, 500)]);
    const lines = await linesOf('Z reports and the issuer');
    expect(lines.at(-1)).toBe('Register total (2 of 3 Z reports): SGD 74.00');
    const day = within(screen.getByRole('region', { name: 'Z reports and the issuer' }));
    expect(day.getByText(/Register total is SGD.1\.00 lower/)).toBeTruthy();
  });

  it('shows earlier comparisons with the register, which are read-only', async () => {
    openDay([], [SAVED, { ...SAVED, id: 'c0', date: '2026-11-20', note: 'Another day' }]);
    const saved = within(await screen.findByRole('region', { name: 'Saved comparisons' }));
    expect(saved.getByText('Till 1 closed early')).toBeTruthy();
    expect(saved.getByText(/Register total is SGD.5\.00 higher/)).toBeTruthy();
    expect(saved.queryByText('Another day')).toBeNull();
    expect(saved.queryByRole('button')).toBeNull();
  });

  it('is found from the list of shifts', async () => {
    const { user } = openDay([z(1, 5_000)], [], '/closings');
    await user.click(await screen.findByRole('link', { name: /21 November/ }));
    expect((await linesOf('Z reports and the issuer'))[0]).toBe('Z report (1): SGD 50.00');
  });

  it('is found from the audit trail of a saved comparison', async () => {
    openDay([z(1, 5_000)], [SAVED], '/closings?closing=c1');
    expect(await screen.findByText('Till 1 closed early')).toBeTruthy();
  });
});
