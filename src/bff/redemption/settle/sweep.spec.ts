import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../contract/access/limits.ts';
import { money, type VoucherValue } from '../../../contract/money/money.ts';
import { MODEL_MID, row } from '../../../testing/issuer/model-issuer.ts';
import { givenUpTender, GIVEN_UP_REF as REF, GIVEN_UP_SENT as SENT } from '../../../testing/rigs/given-up.ts';
import type { TenderRecord } from '../journal/tender-store.ts';
import { findLateTender, needsExplaining } from './sweep.ts';

const DAY_MS = 86_400_000;

const capture = (amount: number, at = SENT + 60_000, ref = REF, worth: VoucherValue = money(0, 'SGD')) =>
  row('capture', 'c-1', ref, amount, worth, MODEL_MID, at);
const lateId = (transaction: ReturnType<typeof capture>, ...tenders: TenderRecord[]) =>
  findLateTender(transaction, tenders)?.tender.id ?? null;

describe('an unexplained capture', () => {
  it('is the late capture of the tender reported as not redeemed, in any spelling of the ref', () => {
    expect(findLateTender(capture(2000), [givenUpTender()])).toMatchObject({ tender: { id: 'a' }, captured: 2000 });
    expect(lateId(capture(2000, SENT, 'AB12'), { ...givenUpTender(), ref: 'ab12' })).toBe('a');
  });

  it.each([
    ['names another voucher', capture(2000, SENT, '9999999999'), givenUpTender()],
    ['captured more than requested', capture(2001), givenUpTender()],
    ['captured nothing', capture(0), givenUpTender()],
    ['is in another currency', capture(2000, SENT, REF, money(0, 'USD')), givenUpTender()],
    ['counts money if items were requested', capture(1), givenUpTender({ requested: { items: 1 } })],
    ['existed before', capture(2000), givenUpTender({ seen: ['c-1'] })],
    [
      'names two vouchers',
      { ...capture(2000), vouchers: [...capture(2000).vouchers, ...capture(1, SENT, 'OTHER').vouchers] },
      givenUpTender(),
    ],
    ['has no time', { ...capture(2000), createdAt: null }, givenUpTender()],
    [
      'was made before the tender was sent, whatever the clocks',
      capture(2000, SENT - LIMITS.candidatePadMs - 501),
      givenUpTender(),
    ],
    ['was made more than a day later', capture(2000, SENT + DAY_MS + 1), givenUpTender()],
  ])('does not match if it %s', (_, transaction, tender) => {
    expect(lateId(transaction, tender)).toBeNull();
  });

  it('may be older than the tender by as much as the clocks may be wrong', () => {
    expect(lateId(capture(2000, SENT - LIMITS.candidatePadMs - 500), givenUpTender())).toBe('a');
    expect(
      lateId(capture(2000, SENT + 3_600_000), givenUpTender({ offset: { offsetMs: 3_600_000, errorMs: 500 } })),
    ).toBe('a');
    expect(lateId(capture(2000, SENT), givenUpTender({ offset: { offsetMs: 3_600_000, errorMs: 500 } }))).toBeNull();
  });

  it('may not be older than the tender if the earlier rows are unknown', () => {
    expect(lateId(capture(2000, SENT - 500), givenUpTender({ seen: null }))).toBe('a');
    expect(lateId(capture(2000, SENT - 501), givenUpTender({ seen: null }))).toBeNull();
  });

  it('matches the tender with exactly its amount first, then the newest', () => {
    const exact = givenUpTender({ id: 'exact' });
    const larger = givenUpTender({ id: 'larger', requested: money(3000, 'SGD'), sentAt: SENT + 20_000 });
    const newest = givenUpTender({ id: 'newest', sentAt: SENT + 10_000 });
    expect(lateId(capture(2000), exact, larger)).toBe('exact');
    expect(lateId(capture(2000), exact, newest, larger)).toBe('newest');
    expect(lateId(capture(1900), exact, newest, larger)).toBe('larger');
  });

  it('counts as items if the row has no currency', () => {
    expect(lateId(capture(1, SENT, REF, { items: 0 }), givenUpTender({ requested: { items: 2 } }))).toBe('a');
  });
});

it('only possible captures under our own mid need an explanation', () => {
  const good = capture(100);
  expect(needsExplaining(good, 'capture', MODEL_MID)).toBe(true);
  expect(needsExplaining({ ...good, status: 'unknown' }, 'capture', MODEL_MID)).toBe(true);
  for (const other of [
    { status: 'failed' as const },
    { status: 'reversed' as const },
    { mid: '' },
    { mid: '1' },
    { type: 'authorization' as const },
  ]) {
    expect(needsExplaining({ ...good, ...other }, 'capture', MODEL_MID)).toBe(false);
  }
});
