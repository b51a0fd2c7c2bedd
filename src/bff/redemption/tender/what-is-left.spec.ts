import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { money } from '../../../contract/money/money.ts';
import { ANA, createTestTill } from '../../../testing/rigs/till.ts';
import type { Issuer } from '../../issuer/port.ts';

const REF = '1234567890';
const FIFTY = money(5000, 'SGD');
const LEGACY = { namesKind: false, singleUse: null, source: 'legacy' } as const;
let till: Awaited<ReturnType<typeof createTestTill>>;
beforeEach(async () => {
  till = await createTestTill();
});

/** Redeems SGD 20.00; `told` is the issuer's data about the voucher in the answer. */
async function take(told: Readonly<Record<string, string>> = {}, returnVouchersInfo = true) {
  const redeem: Issuer['redeem'] = till.issuer.redeem;
  till.issuer.redeem = async (...order) => {
    const outcome = await redeem(...order);
    return outcome.outcome === 'captured'
      ? { ...outcome, vouchers: Object.keys(told).length > 0 ? [told] : [] }
      : outcome;
  };
  const { view: tender } = await till.tenders.put(ANA, randomUUID(), {
    code: REF,
    amount: 2000,
    currency: 'SGD',
    returnVouchersInfo,
  });
  expect(tender).toMatchObject({ state: 'captured', captured: { amount: 2000, currency: 'SGD' } });
  expect(tender.vouchers.length > 0).toBe(returnVouchersInfo && Object.keys(told).length > 0);
  return { remaining: tender.remaining, forfeited: tender.forfeited };
}
const left = (amount: number | null) => ({ remaining: amount === null ? null : money(amount, 'SGD'), forfeited: null });

describe('the remaining balance after a redemption', () => {
  it('is returned for a voucher with a known kind and use', async () => {
    till.issuer.add(REF, FIFTY);
    expect(await take()).toEqual(left(3000));
  });

  it('is zero for a single-use voucher, and the rest is forfeited', async () => {
    till.issuer.add(REF, FIFTY, { singleUse: true });
    expect(await take()).toEqual({ remaining: money(0, 'SGD'), forfeited: money(3000, 'SGD') });
  });

  it('is not returned for a voucher that may be single-use', async () => {
    till.issuer.add(REF, FIFTY, { singleUse: null });
    expect(await take()).toEqual(left(null));
  });

  it('is not returned if the check named no kind', async () => {
    till.issuer.add(REF, FIFTY, LEGACY);
    expect(await take()).toEqual(left(null));
  });

  it('is returned if the issuer confirms it with the redemption, although the check named no kind', async () => {
    till.issuer.add(REF, FIFTY, LEGACY);
    expect(await take({ remaining_value: '3000', currency: 'SGD' })).toEqual(left(3000));
  });

  it('is returned even to a caller who does not request voucher details', async () => {
    till.issuer.add(REF, FIFTY, LEGACY);
    expect(await take({ remaining_value: '3000', currency: 'SGD' }, false)).toEqual(left(3000));
  });

  it('is zero if the issuer reports zero with the redemption', async () => {
    till.issuer.add(REF, FIFTY, LEGACY);
    expect(await take({ remaining_value: '0', currency: 'SGD' })).toEqual(left(0));
  });

  it('is not returned if the issuer’s answer and its check disagree', async () => {
    till.issuer.add(REF, FIFTY);
    expect(await take({ remaining_value: '5000', currency: 'SGD' })).toEqual(left(null));
  });

  it('is not returned if the issuer names no currency', async () => {
    till.issuer.add(REF, FIFTY, LEGACY);
    expect(await take({ remaining_value: '3000' })).toEqual(left(null));
  });
});

it('a redemption returns product and end date from the preceding check, even when it is read later', async () => {
  const expiresAt = Date.parse('2031-02-28T15:59:59Z');
  till.issuer.add(REF, FIFTY, { product: { code: 'A', name: '$50 Gift Card' }, expiresAt });
  const id = randomUUID();
  await till.tenders.put(ANA, id, { code: REF, amount: 2000, currency: 'SGD' });
  expect(await till.tenders.get(ANA, id)).toMatchObject({
    product: '$50 Gift Card',
    expires: '2031-02-28T15:59:59.000Z',
  });
  till.issuer.add('2222222222', FIFTY);
  const { view } = await till.tenders.put(ANA, randomUUID(), { code: '2222222222', amount: 2000, currency: 'SGD' });
  expect(view).toMatchObject({ product: null, expires: null });
});
