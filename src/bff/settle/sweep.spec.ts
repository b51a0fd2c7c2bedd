import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../contract/limits.ts';
import { money, type Worth } from '../../contract/money.ts';
import { givenUpTender, GIVEN_UP_REF as REF, GIVEN_UP_SENT as SENT } from '../../testing/given-up.ts';
import { MODEL_MID, row } from '../../testing/model-issuer.ts';
import type { TenderRecord } from '../journal/tender-store.ts';
import { dayOf, hoursOf, lateTender, needsExplaining, nextPeriod } from './sweep.ts';

const DAY_MS = 86_400_000;
const NOW = SENT + 3_600_000;

const capture = (amount: number, at = SENT + 60_000, ref = REF, worth: Worth = money(0, 'SGD')) =>
  row('capture', 'c-1', ref, amount, worth, MODEL_MID, at);
const lateId = (transaction: ReturnType<typeof capture>, ...tenders: TenderRecord[]) => lateTender(transaction, tenders)?.tender.id ?? null;

describe('a capture that nothing explains', () => {
  it('is a late one of the tender that was given up, in any spelling of the ref', () => {
    expect(lateTender(capture(2000), [givenUpTender()])).toMatchObject({ tender: { id: 'a' }, captured: 2000 });
    expect(lateId(capture(2000, SENT, 'AB12'), { ...givenUpTender(), ref: 'ab12' })).toBe('a');
  });

  it.each([
    ['names another voucher', capture(2000, SENT, '9999999999'), givenUpTender()],
    ['took more than was asked', capture(2001), givenUpTender()],
    ['took nothing', capture(0), givenUpTender()],
    ['is in another currency', capture(2000, SENT, REF, money(0, 'USD')), givenUpTender()],
    ['counts money where items were asked for', capture(1), givenUpTender({ requested: { items: 1 } })],
    ['was there before', capture(2000), givenUpTender({ seen: ['c-1'] })],
    [
      'names two vouchers',
      { ...capture(2000), vouchers: [...capture(2000).vouchers, ...capture(1, SENT, 'OTHER').vouchers] },
      givenUpTender(),
    ],
    ['has no time', { ...capture(2000), createdAt: null }, givenUpTender()],
    ['was made before the tender was sent, whatever the clocks', capture(2000, SENT - LIMITS.candidatePadMs - 501), givenUpTender()],
    ['came more than a day later', capture(2000, SENT + DAY_MS + 1), givenUpTender()],
  ])('is not one that %s', (_, transaction, tender) => {
    expect(lateId(transaction, tender)).toBeNull();
  });

  it('may look as much older than the tender as the clocks may be wrong', () => {
    expect(lateId(capture(2000, SENT - LIMITS.candidatePadMs - 500), givenUpTender())).toBe('a');
    expect(lateId(capture(2000, SENT + 3_600_000), givenUpTender({ offset: { offsetMs: 3_600_000, errorMs: 500 } }))).toBe('a');
    expect(lateId(capture(2000, SENT), givenUpTender({ offset: { offsetMs: 3_600_000, errorMs: 500 } }))).toBeNull();
  });

  it('is no older than the tender where nobody knows what was there before', () => {
    expect(lateId(capture(2000, SENT - 500), givenUpTender({ seen: null }))).toBe('a');
    expect(lateId(capture(2000, SENT - 501), givenUpTender({ seen: null }))).toBeNull();
  });

  it('is of the tender that asked for exactly that, then of the newest', () => {
    const [exact, larger, newest] = [
      givenUpTender({ id: 'exact' }),
      givenUpTender({ id: 'larger', requested: money(3000, 'SGD'), sentAt: SENT + 20_000 }),
      givenUpTender({ id: 'newest', sentAt: SENT + 10_000 }),
    ];
    expect(lateId(capture(2000), exact, larger)).toBe('exact');
    expect(lateId(capture(2000), exact, newest, larger)).toBe('newest');
    expect(lateId(capture(1900), exact, newest, larger)).toBe('larger');
  });

  it('counts items where the row has no currency', () => {
    expect(lateId(capture(1, SENT, REF, { items: 0 }), givenUpTender({ requested: { items: 2 } }))).toBe('a');
  });
});

it('only successful captures that name our own mid need explaining', () => {
  const good = capture(100);
  expect(needsExplaining(good, 'capture', MODEL_MID)).toBe(true);
  expect(needsExplaining({ ...good, succeeded: null }, 'capture', MODEL_MID)).toBe(true);
  for (const other of [{ succeeded: false }, { mid: '' }, { mid: '1' }, { type: 'authorization' as const }]) {
    expect(needsExplaining({ ...good, ...other }, 'capture', MODEL_MID)).toBe(false);
  }
});

describe('the period to look at', () => {
  const standpoint = { now: NOW, lookedTo: NOW - LIMITS.sweepEveryMs, dayEnded: false, began: 0, openSince: null };

  it('goes back a day at first, and further to the oldest tender that is open still', () => {
    expect(nextPeriod({ ...standpoint, lookedTo: null })).toEqual({ from: NOW - DAY_MS, to: NOW });
    expect(nextPeriod({ ...standpoint, lookedTo: null, openSince: NOW - 3 * DAY_MS }).from).toBe(NOW - 3 * DAY_MS);
    expect(nextPeriod({ ...standpoint, lookedTo: null, openSince: NOW - 90 * DAY_MS }).from).toBe(NOW - 31 * DAY_MS);
  });

  it('overlaps the one before, and is a whole day when the shop’s day has ended', () => {
    expect(nextPeriod(standpoint).from).toBe(NOW - LIMITS.sweepEveryMs - LIMITS.sweepOverlapMs);
    expect(nextPeriod({ ...standpoint, dayEnded: true }).from).toBe(NOW - DAY_MS);
    expect(nextPeriod({ ...standpoint, dayEnded: true, lookedTo: NOW - 2 * DAY_MS }).from).toBe(NOW - 2 * DAY_MS - LIMITS.sweepOverlapMs);
  });

  it('never begins before the journal did', () => {
    expect(nextPeriod({ ...standpoint, lookedTo: null, began: NOW - 1_000 }).from).toBe(NOW - 1_000);
    expect(hoursOf(nextPeriod({ ...standpoint, began: NOW + 1_000 }))).toEqual([]);
  });

  it('leaves no gap between looks, wherever the clock is set to', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -DAY_MS, max: DAY_MS }), { minLength: 1, maxLength: 8 }), (jumps) => {
        let [now, lookedTo] = [NOW, NOW];
        for (const jump of jumps) {
          now += jump;
          const { from, to } = nextPeriod({ ...standpoint, now, lookedTo });
          expect(from).toBeLessThanOrEqual(Math.min(lookedTo, now) - LIMITS.sweepOverlapMs);
          expect(to).toBe(now);
          lookedTo = to;
        }
      }),
    );
  });

  it('comes in pieces of an hour that cover it whole', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40 * DAY_MS }), (length) => {
        const hours = hoursOf({ from: NOW, to: NOW + length });
        expect([hours[0]?.from, hours.at(-1)?.to]).toEqual([NOW, NOW + length]);
        expect(hours.slice(1).map(({ from }) => from)).toEqual(hours.slice(0, -1).map(({ to }) => to));
        expect(hours.filter(({ from, to }) => to - from > 3_600_000)).toEqual([]);
        expect(hours).toHaveLength(Math.max(1, Math.ceil(length / 3_600_000)));
      }),
    );
  });
});

it('a shop’s day ends at its own midnight', () => {
  const midnight = Date.UTC(2030, 0, 14, 16);
  expect([midnight - 1, midnight].map((ms) => dayOf(ms, 'Asia/Singapore'))).toEqual(['2030-01-14', '2030-01-15']);
  expect(dayOf(midnight, 'Europe/Paris')).toBe('2030-01-14');
});
