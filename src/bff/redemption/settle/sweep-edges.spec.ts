import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { money, type VoucherValue } from '../../../contract/money/money.ts';
import { MODEL_MID, row } from '../../../testing/issuer/model-issuer.ts';
import {
  givenUpRefund,
  givenUpTender,
  notSentTender,
  GIVEN_UP_REF as REF,
  GIVEN_UP_SENT as SENT,
} from '../../../testing/rigs/given-up.ts';
import { earliestSent, findLateRefund, findLateTender, refOf } from './sweep.ts';

const DAY_MS = 86_400_000;
const made = (
  type: 'capture' | 'refund',
  amount: number,
  at: number | null = SENT + 60_000,
  worth: VoucherValue = money(0, 'SGD'),
  ref = REF,
) => ({
  ...row(type, 't-1', ref, amount, worth, MODEL_MID, 0),
  createdAt: at,
});

describe('an unexplained capture', () => {
  const isLate = (capture: ReturnType<typeof made>, tender = givenUpTender()) =>
    findLateTender(capture, [tender]) !== null;

  it('may appear up to a day after the tender was sent', () => {
    expect([SENT + DAY_MS, SENT + DAY_MS + 1].map((at) => isLate(made('capture', 2000, at)))).toEqual([true, false]);
  });

  it('counts as late without earlier data on the voucher, unless the issuer’s clock is also unknown', () => {
    expect(isLate(made('capture', 2000), givenUpTender({ hasSnapshot: false }))).toBe(true);
    expect(isLate(made('capture', 2000, SENT), givenUpTender({ hasSnapshot: false, offset: null }))).toBe(false);
    expect(
      isLate(
        made('capture', 2000, SENT),
        givenUpTender({ hasSnapshot: false, offset: { offsetMs: 0, errorMs: 486_000 } }),
      ),
    ).toBe(false);
  });

  it('counts as late if search showed the earlier rows, even if the issuer’s clock was unknown', () => {
    expect(isLate(made('capture', 2000), givenUpTender({ offset: null }))).toBe(true);
  });

  it('does not match a tender that found no connection, even if everything else fits', () => {
    expect(isLate(made('capture', 2000))).toBe(true);
    expect(isLate(made('capture', 2000), notSentTender())).toBe(false);
  });

  it('matches without a currency', () => {
    expect(isLate({ ...made('capture', 2000), currency: '' })).toBe(true);
  });

  it('does not match a tender if it has no time, whenever the tender was sent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: DAY_MS }), (sentAt) => {
        expect(isLate(made('capture', 2000, null), givenUpTender({ sentAt }))).toBe(false);
        expect(isLate(made('capture', 2000, sentAt), givenUpTender({ sentAt }))).toBe(true);
      }),
    );
  });

  it('does not match a tender that was never sent, whenever it was created', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: DAY_MS }), (at) => {
        expect(isLate(made('capture', 2000, at), givenUpTender({ sentAt: at, wasSent: false }))).toBe(false);
      }),
    );
  });

  it('never matches a tender sent before the listed period', () => {
    expect(earliestSent(SENT)).toBe(SENT - DAY_MS - 120_000);
    fc.assert(
      fc.property(fc.integer({ min: -2 * DAY_MS, max: 2 * DAY_MS }), (later) => {
        if (isLate(made('capture', 2000, SENT + later))) expect(earliestSent(SENT + later)).toBeLessThanOrEqual(SENT);
      }),
    );
  });
});

describe('an unexplained refund', () => {
  const lateId = (refund: ReturnType<typeof made>, ...givenUp: ReturnType<typeof givenUpRefund>[]) =>
    findLateRefund(refund, givenUp)?.id ?? null;

  it('is the late row of a refund reported as not made', () => {
    expect(lateId(made('refund', 2000), givenUpRefund())).toBe('r');
    expect(lateId(made('refund', 2, SENT, { items: 0 }), givenUpRefund({ requested: { items: 2 } }))).toBe('r');
    expect(lateId(made('refund', 2000))).toBeNull();
  });

  it.each([
    ['refunded less', made('refund', 1999), givenUpRefund()],
    ['refunded more', made('refund', 2001), givenUpRefund()],
    ['names another voucher', made('refund', 2000, SENT, money(0, 'SGD'), '9999999999'), givenUpRefund()],
    ['is in another currency', made('refund', 2000, SENT, money(0, 'USD')), givenUpRefund()],
    ['existed before', made('refund', 2000), givenUpRefund({ seen: ['t-1'] })],
    ['has no time', made('refund', 2000, null), givenUpRefund()],
    ['was made before the request was sent', made('refund', 2000, SENT - 120_501), givenUpRefund()],
    ['was made more than a day later', made('refund', 2000, SENT + DAY_MS + 1), givenUpRefund()],
  ])('does not match if it %s', (_, refund, givenUp) => {
    expect(lateId(refund, givenUp)).toBeNull();
  });

  it('may not be older than the refund if there was no earlier data', () => {
    const unknown = givenUpRefund({ hasSnapshot: false });
    expect([SENT - 501, SENT - 500].map((at) => lateId(made('refund', 2000, at), unknown))).toEqual([null, 'r']);
  });

  it('matches the first refund that fits, because a capture is refunded once', () => {
    const other = givenUpRefund({ id: 'other', requested: money(500, 'SGD') });
    const first = givenUpRefund({ id: 'first' });
    const second = givenUpRefund({ id: 'second', sentAt: SENT + 1_000 });
    expect(lateId(made('refund', 2000), other, first, second)).toBe('first');
  });

  it('does not match a refund that changed since it was listed, or whose tender changed', () => {
    const refund = givenUpRefund();
    const refunded = { ...refund, status: { ...refund.status, state: 'refunded' as const } };
    const tender = { ...refund.tender, status: { ...refund.tender.status, state: 'refunded' as const } };
    expect(lateId(made('refund', 2000), refunded)).toBeNull();
    expect(lateId(made('refund', 2000), { ...refund, tender })).toBeNull();
  });
});

it('a row refers to the first voucher that it names, if any', () => {
  expect(refOf(made('capture', 1))).toBe(REF);
  expect(refOf({ ...made('capture', 1), vouchers: [] })).toBe('');
});
