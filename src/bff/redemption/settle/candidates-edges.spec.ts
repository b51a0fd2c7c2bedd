import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { captureRow, NOW, SENT, SETTLED_REF, WANTED } from '../../../testing/issuer/settling.ts';
import { issuerTime, ourTime } from '../../issuer/issuer-time.ts';
import type { ClockOffset, IssuerTransaction } from '../../issuer/port.ts';
import { candidatePeriod, isBalanceExplained, isInCurrency, judgeRows, mayBeOurs, type Target } from './candidates.ts';

const weighed = (rows: IssuerTransaction[], changes: Partial<Target> = {}) =>
  judgeRows({ ...WANTED, ...changes }, rows, new Set(), NOW);
const elsewhere = captureRow({ transactionId: 'c-9', mid: '7' });
const authorization = captureRow({ transactionId: 'a-1', type: 'authorization' });

it('our time counts as the issuer’s time until the issuer’s clock is known', () => {
  expect([issuerTime(SENT, null), issuerTime(SENT, { offsetMs: -700, errorMs: 500 })]).toEqual([SENT, SENT - 700]);
  expect([ourTime(SENT, null), ourTime(SENT - 700, { offsetMs: -700, errorMs: 500 })]).toEqual([SENT, SENT]);
});

describe('a manager who is called', () => {
  it('sees all matching rows and their number', () => {
    const rows = [captureRow(), captureRow({ transactionId: 'c-2' })];
    const reason = '2 transactions of this voucher could be this one';
    expect(weighed(rows)).toEqual({ verdict: 'manager', code: 'several-fit', reason, rows });
  });

  it('sees a row that differs in its amount', () => {
    const rows = [captureRow({}, 1999)];
    const reason = 'a transaction of this voucher differs in amount, currency or shop, or has no time';
    expect(weighed(rows)).toEqual({ verdict: 'manager', code: 'row-differs', reason, rows });
  });

  it('sees a row with another merchant id', () => {
    const reason = 'a capture of this voucher has a different merchant id';
    expect(weighed([elsewhere])).toEqual({ verdict: 'half-way', code: 'other-mid', reason, rows: [elsewhere] });
  });

  it('sees an authorization without a capture', () => {
    const reason = 'an authorization has no capture';
    expect(weighed([authorization])).toEqual({
      verdict: 'half-way',
      code: 'authorization-only',
      reason,
      rows: [authorization],
    });
  });
});

describe('a row of the voucher', () => {
  it('matches only between the first and the last moment that the clocks allow', () => {
    const { from, to } = candidatePeriod(SENT, NOW, WANTED.errorMs);
    const verdicts = [from - 1, from, to, to + 1].map((createdAt) => weighed([captureRow({ createdAt })]).verdict);
    expect(verdicts).toEqual(['nothing', 'found', 'found', 'nothing']);
  });

  it('matches only if it names a shop, even while ours is unknown', () => {
    expect(weighed([captureRow({ mid: '' })], { mid: null }).verdict).toBe('manager');
    expect(weighed([captureRow({ mid: '' })], { mid: null, mids: [] }).verdict).toBe('manager');
    expect(weighed([captureRow()], { mid: null }).verdict).toBe('found');
  });

  it('matches even if other shops redeem other vouchers, once our mid is known', () => {
    expect(weighed([captureRow(), captureRow({ transactionId: 'c-9', mid: '7' }, 1, 'ZZ999999999')]).verdict).toBe(
      'found',
    );
  });

  it('matches at once if search and balance had no earlier data, unless its status is an unknown word', () => {
    const unknown = { remaining: null, at: SENT - 10_000, singleUse: null, seen: null };
    expect(weighed([captureRow()], { snapshot: unknown }).verdict).toBe('found');
    const row = captureRow({ status: 'unknown' });
    expect(weighed([row], { snapshot: unknown })).toMatchObject({ verdict: 'half-way', rows: [row] });
  });
});

it('an authorization without its capture is not evidence of a refund', () => {
  expect(weighed([authorization], { kind: 'refund' })).toEqual({ verdict: 'nothing' });
});

it('an authorization of another shop is not evidence for us', () => {
  expect(weighed([{ ...authorization, mid: '7' }])).toEqual({ verdict: 'nothing' });
});

it('our own rows, rows without a shop, and all rows while our mid is unknown may be ours', () => {
  const ours = captureRow();
  const theirs = elsewhere;
  const nobodys = captureRow({ mid: '' });
  expect([ours, theirs, nobodys].map((row) => mayBeOurs(row, WANTED))).toEqual([true, false, true]);
  expect([ours, theirs, nobodys].map((row) => mayBeOurs(row, { mid: null, sisterMids: [] }))).toEqual([
    true,
    true,
    true,
  ]);
});

it('a row without a currency may have any currency, and a row of items has none', () => {
  const named = (currency: string) => captureRow({ currency });
  expect(['', 'SGD', 'USD'].map((currency) => isInCurrency(named(currency), WANTED.requested))).toEqual([
    true,
    true,
    false,
  ]);
  expect(['', 'SGD'].map((currency) => isInCurrency(named(currency), { items: 1 }))).toEqual([true, false]);
  expect(weighed([captureRow({ currency: '' }, 2)], { requested: { items: 2 } }).verdict).toBe('found');
});

describe('the change of the balance', () => {
  const clocks: ClockOffset = { offsetMs: 0, errorMs: 500 };
  const explained = (rows: IssuerTransaction[], remainingNow: number, offset: ClockOffset | null = clocks) =>
    isBalanceExplained(WANTED, rows, remainingNow, offset);

  it('is explained by successful rows of this voucher, regardless of other rows', () => {
    expect(explained([captureRow(), captureRow({ transactionId: 'c-2' }, 700, 'ZZ999999999')], 3000)).toBe(true);
    expect(explained([captureRow({ status: 'failed' })], 3000)).toBe(false);
    expect(explained([captureRow({ status: 'failed' })], 5000)).toBe(true);
    expect(explained([authorization, captureRow()], 3000)).toBe(true);
  });

  it('is explained by a row only if it is later than the snapshot by five seconds and the clocks’ error', () => {
    const margin = SENT - 10_000 + 5_000;
    expect([margin + 500, margin + 501].map((createdAt) => explained([captureRow({ createdAt })], 3000))).toEqual([
      false,
      true,
    ]);
    expect([margin, margin + 1].map((createdAt) => explained([captureRow({ createdAt })], 3000, null))).toEqual([
      false,
      true,
    ]);
    const late = { offsetMs: 60_000, errorMs: 0 };
    expect(
      [margin + 60_000, margin + 60_001].map((createdAt) => explained([captureRow({ createdAt })], 3000, late)),
    ).toEqual([false, true]);
  });

  it('may be hidden by a refund made up to two minutes and the clocks’ error before the snapshot', () => {
    const from = SENT - 10_000 - 5_500 - 120_000;
    const back = (createdAt: number) => captureRow({ type: 'refund', transactionId: 'r-1', createdAt });
    expect([from, from + 1].map((createdAt) => explained([back(createdAt)], 5000))).toEqual([true, false]);
    const notSearched = { ...WANTED, snapshot: { remaining: 5000, at: SENT - 10_000, singleUse: false, seen: null } };
    expect(isBalanceExplained(notSearched, [back(SENT - 5_000)], 5000, clocks)).toBe(false);
    const soon = captureRow({ createdAt: SENT - 6_000 });
    expect(isBalanceExplained(WANTED, [soon, back(SENT - 5_000)], 3000, clocks, 'c-1')).toBe(true);
  });

  it('is explained by an assumed capture that was refunded within seconds', () => {
    const wanted = { ...WANTED, snapshot: { remaining: 5000, at: SENT - 100, singleUse: false, seen: [] } };
    const rows = [
      captureRow({ createdAt: SENT + 1_000 }),
      captureRow({ type: 'refund', transactionId: 'r-1', createdAt: SENT + 3_000 }),
    ];
    const leaving = (remaining: number) => isBalanceExplained(wanted, rows, remaining, clocks, 'c-1');
    expect([5000, 4000, 3000].map(leaving)).toEqual([true, false, true]);
  });

  it('is explained by exactly the sum of all later captures and refunds', () => {
    const moves = fc.array(
      fc.record({ type: fc.constantFrom('capture', 'refund'), amount: fc.integer({ min: 1, max: 900 }) }),
      {
        maxLength: 5,
      },
    );
    fc.assert(
      fc.property(moves, fc.integer({ min: 1, max: 5000 }), (made, error) => {
        const rows = made.map(({ type, amount }, index) => captureRow({ type, transactionId: `t-${index}` }, amount));
        const left = made.reduce((sum, { type, amount }) => sum + (type === 'capture' ? -amount : amount), 5000);
        expect(explained(rows, left)).toBe(true);
        expect([left - error, left + error].map((wrong) => explained(rows, wrong))).toEqual([false, false]);
      }),
    );
  });

  it('considers the ref in any spelling', () => {
    expect(explained([captureRow({}, 2000, SETTLED_REF.toLowerCase())], 3000)).toBe(true);
  });
});
