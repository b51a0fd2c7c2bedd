import { describe, expect, it } from 'vitest';
import { captureRow, NOW, SENT, SETTLED_REF, WANTED } from '../../../testing/issuer/settling.ts';
import type { IssuerTransaction } from '../../issuer/port.ts';
import { candidatePeriod, isBalanceExplained, judgeRows, type Target } from './candidates.ts';

const verdict = (
  rows: IssuerTransaction[],
  { claimed = [], ...changes }: Partial<Target> & { claimed?: string[] } = {},
) => judgeRows({ ...WANTED, ...changes }, rows, new Set(claimed), NOW).verdict;

describe('a row of the issuer', () => {
  it('belongs to the tender if everything matches, with the ref in upper or lower case', () => {
    expect(verdict([captureRow()])).toBe('found');
    expect(verdict([captureRow({}, 2000, SETTLED_REF.toLowerCase())])).toBe('found');
    expect(verdict([captureRow({ currency: '' })])).toBe('found');
  });

  it.each([
    ['is of another voucher', [captureRow({}, 2000, 'ZZ999999999')], {}],
    ['failed', [captureRow({ status: 'failed' })], {}],
    ['is claimed by another tender', [captureRow()], { claimed: ['c-1'] }],
    [
      'existed before the first attempt',
      [captureRow()],
      { snapshot: { remaining: 1, at: 0, singleUse: null, seen: ['c-1'] } },
    ],
    ['is older than the clocks can explain', [captureRow({ createdAt: SENT - 121_000 })], {}],
    ['is a refund', [captureRow({ type: 'refund' })], {}],
  ])('proves nothing if it %s', (_, rows, changes) => {
    expect(verdict(rows, changes)).toBe('nothing');
  });

  it.each([
    ['has another amount', [captureRow({}, 1999)], {}],
    ['has another currency', [captureRow({ currency: 'USD' })], {}],
    ['has no time', [captureRow({ createdAt: null })], {}],
    ['has no shop', [captureRow({ mid: '' })], {}],
    ['is one of two matching rows', [captureRow(), captureRow({ transactionId: 'c-2' })], {}],
    [
      'matches, but our mid is unknown and the reading shows two shops',
      [captureRow(), captureRow({ transactionId: 'c-9', mid: '7' }, 1, 'ZZ999999999')],
      { mid: null },
    ],
  ])('needs a person’s decision if it %s', (_, rows, changes) => {
    expect(verdict(rows, changes)).toBe('manager');
  });

  it('belongs to the tender even before our mid is known, if all rows are of one shop', () => {
    expect(verdict([captureRow()], { mid: null })).toBe('found');
  });

  it.each([
    ['pending', 'row-pending'],
    ['unknown', 'row-status-unknown'],
  ] as const)('proves nothing while its status is %s, even if everything else fits', (status, code) => {
    const rows = [captureRow({ status }), captureRow({ type: 'authorization', transactionId: 'a-1' })];
    expect(judgeRows(WANTED, rows, new Set(), NOW)).toMatchObject({ verdict: 'half-way', code, rows: [rows[0]] });
  });

  it('proves nothing if it was reversed, and its authorization awaits no other capture', () => {
    const rows = [captureRow({ status: 'reversed' }), captureRow({ type: 'authorization', transactionId: 'a-1' })];
    expect(verdict(rows)).toBe('nothing');
  });

  it('probably belongs to the tender if search had no earlier data, and the balance decides', () => {
    const snapshot = { remaining: 5000, at: SENT - 10_000, singleUse: false, seen: null };
    const age = (createdAt: number) => judgeRows({ ...WANTED, snapshot }, [captureRow({ createdAt })], new Set(), NOW);
    expect(age(SENT - 500)).toMatchObject({ verdict: 'likely', mayBeOlder: false });
    expect(age(SENT - 501)).toMatchObject({ verdict: 'likely', mayBeOlder: true });
  });

  it('waits if it may look older only because the issuer truncates times to tenths of a second', () => {
    /* SENT was half a second earlier than we think: as much as the clocks may be apart. */
    const sentAt = SENT + 60;
    const shown = (at: number) => captureRow({ createdAt: Math.floor(at / 100) * 100 });
    const ours = shown(sentAt - 500 + 17);
    const older = shown(sentAt - 500 - 30);
    expect(ours).toEqual(older);
    expect(judgeRows({ ...WANTED, sentAt, snapshot: null }, [ours], new Set(), NOW)).toMatchObject({
      verdict: 'likely',
      mayBeOlder: true,
    });
  });

  it('belongs to the tender without a snapshot only if it was created later', () => {
    expect(verdict([captureRow({ createdAt: SENT - 500 })], { snapshot: null })).toBe('found');
    expect(verdict([captureRow({ createdAt: SENT - 501 })], { snapshot: null })).toBe('likely');
  });

  it('may have any age if neither search nor the issuer’s clock was known before the attempt', () => {
    const made = captureRow({ createdAt: SENT + 1_000 });
    const age = (changes: Partial<Target>) =>
      judgeRows({ ...WANTED, snapshot: null, ...changes }, [made], new Set(), NOW);
    expect(age({ isSentAtSure: false })).toEqual({ verdict: 'likely', row: made, mayBeOlder: true });
    expect(age({ isSentAtSure: false, snapshot: WANTED.snapshot })).toEqual({ verdict: 'found', row: made });
  });

  it('cannot prove “not redeemed” if it is a new capture under another mid, because ours may be wrong', () => {
    const elsewhere = captureRow({ mid: '7' });
    expect(verdict([elsewhere])).toBe('half-way');
    expect(verdict([elsewhere], { claimed: ['c-1'] })).toBe('nothing');
    expect(
      verdict([elsewhere], { snapshot: { remaining: 5000, at: SENT - 10_000, singleUse: false, seen: ['c-1'] } }),
    ).toBe('nothing');
    expect(verdict([elsewhere, captureRow({ transactionId: 'c-2' })])).toBe('found');
  });

  it('may be half of a redemption in progress', () => {
    const authorization = captureRow({ type: 'authorization', transactionId: 'a-1' });
    expect(verdict([authorization])).toBe('half-way');
    expect(verdict([authorization, captureRow()], { claimed: ['c-1'] })).toBe('nothing');
  });

  it('may state the amount for the whole transaction if the voucher entry has none', () => {
    const entry = { ref: SETTLED_REF, usingValue: null, productCode: null, productLabel: null, actions: [] };
    expect(verdict([captureRow({ vouchers: [entry] })])).toBe('found');
    expect(verdict([captureRow({ vouchers: [entry, { ...entry, ref: 'ZZ999999999' }] })])).toBe('manager');
  });
});

it('the search period is padded by the clock’s error and two minutes on both sides', () => {
  expect(candidatePeriod(SENT, NOW, 500)).toEqual({ from: SENT - 120_500, to: NOW + 120_500 });
});

describe('the change of the balance', () => {
  const explained = (
    rows: IssuerTransaction[],
    remainingNow: number,
    changes: Partial<Target> = {},
    supposed: string | null = null,
  ) => isBalanceExplained({ ...WANTED, ...changes }, rows, remainingNow, { offsetMs: 0, errorMs: 500 }, supposed);

  it('is explained if the balance is unchanged, or later captures and refunds make up the difference', () => {
    expect(explained([], 5000)).toBe(true);
    expect(explained([captureRow()], 3000)).toBe(true);
    expect(explained([captureRow(), captureRow({ type: 'refund', transactionId: 'r-1' })], 5000)).toBe(true);
  });

  it('is not explained by smaller amounts, a row that may be older than the snapshot, or a row without time or amount', () => {
    expect(explained([], 3000)).toBe(false);
    expect(explained([captureRow({ createdAt: SENT - 5_000 })], 3000)).toBe(false);
    expect(explained([captureRow({ createdAt: null })], 3000)).toBe(false);
    expect(
      explained(
        [
          captureRow({
            amount: null,
            vouchers: [{ ref: SETTLED_REF, usingValue: null, productCode: null, productLabel: null, actions: [] }],
          }),
        ],
        3000,
      ),
    ).toBe(false);
  });

  it('is not explained if a refund of unknown order could hide an equal capture', () => {
    const back = captureRow({ type: 'refund', transactionId: 'r-1', createdAt: SENT - 5_000 });
    expect(explained([back], 5000)).toBe(false);
    expect(explained([captureRow({ ...back, createdAt: null })], 5000)).toBe(false);
    expect(explained([captureRow({ ...back, createdAt: SENT - 180_000 })], 5000)).toBe(true);
    expect(
      explained([back], 5000, { snapshot: { remaining: 5000, at: SENT - 10_000, singleUse: false, seen: ['r-1'] } }),
    ).toBe(true);
    expect(explained([captureRow({ createdAt: SENT - 5_000 })], 5000)).toBe(true);
    expect(explained([captureRow({ createdAt: SENT - 5_000 })], 5000, { kind: 'refund' })).toBe(false);
  });

  it('shows whether a row that may be older than the snapshot changed it', () => {
    const soon = captureRow({ createdAt: SENT - 6_000 });
    expect(explained([soon], 3000, {}, 'c-1')).toBe(true);
    expect(explained([soon], 5000, {}, 'c-1')).toBe(false);
  });

  it.each(['pending', 'unknown'] as const)('proves nothing if a row has the status %s', (status) => {
    const older = { createdAt: SENT - 180_000, lastUpdatedAt: SENT - 180_000 };
    for (const type of ['capture', 'refund'] as const) {
      for (const remaining of [3000, 5000, 7000])
        expect(explained([captureRow({ type, status })], remaining)).toBe(false);
      expect(explained([captureRow({ type, status, ...older })], 5000)).toBe(true);
      expect(explained([captureRow({ type, status, ...older, lastUpdatedAt: SENT })], 5000)).toBe(false);
    }
  });

  it.each(['failed', 'reversed'] as const)('proves nothing if an earlier row %s after the snapshot', (status) => {
    const earlier = { createdAt: SENT - 180_000, lastUpdatedAt: SENT + 1_000, status };
    expect(explained([captureRow(earlier)], 5000)).toBe(false);
    expect(explained([captureRow({ ...earlier, lastUpdatedAt: SENT - 170_000 })], 5000)).toBe(true);
    expect(explained([captureRow({ ...earlier, createdAt: SENT })], 5000)).toBe(true);
    expect(explained([captureRow({ ...earlier, lastUpdatedAt: null })], 5000)).toBe(status === 'failed');
  });

  it('is never explained if the balance was unknown before the attempt', () => {
    expect(explained([], 5000, { snapshot: null })).toBe(false);
    expect(explained([], 5000, { snapshot: { remaining: null, at: SENT, singleUse: null, seen: [] } })).toBe(false);
  });
});
