import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SHOPS } from './credentials.ts';
import { failureCodes, type SpecSandbox, startForSpec } from './spec-kit.ts';

let kit: SpecSandbox;
beforeAll(async () => {
  kit = await startForSpec();
});
afterAll(() => kit.sandbox.close());

describe('the merchant check by displayed ref', () => {
  it('returns the product, the balance and the end date', async () => {
    expect((await kit.merchantCheck('1234567890')).body).toEqual({
      data: {
        product_code: 'ABCV010SG01',
        product_label: '$10 Sample Voucher',
        remaining_value: 1000,
        expiration_date: '2032-03-14 23:59:59',
      },
      meta: { status: 'succeeded' },
      links: [{ rel: 'authorize', href: '/transactions' }],
    });
  });

  it('counts the items of a product-based voucher', async () => {
    expect((await kit.merchantCheck('3000000005')).at('data.remaining_value')).toBe(2);
  });

  it('returns a zero balance for a used voucher and a past date for an expired one', async () => {
    expect((await kit.merchantCheck('2000000001')).at('data.remaining_value')).toBe(0);
    expect((await kit.merchantCheck('2000000003')).at('data.expiration_date')).toBe('2031-03-14 23:59:59');
  });

  it.each([
    ['an unknown voucher', '9999999999', 404, 'ERV0001'],
    ['a void voucher', '2000000005', 400, 'ERV0006'],
    ['a voucher that is not activated', '2000000004', 400, 'ERV0009'],
  ])('fails for %s', async (_, ref, status, code) => {
    expect(failureCodes(await kit.merchantCheck(ref))).toEqual([status, 'failed', code]);
  });

  it('is logged as a transaction of type Other without a redemption', async () => {
    kit.clock.now += 1_000;
    await kit.merchantCheck('1000000100');
    expect((await kit.search({ page_size: 1 })).at('data')).toMatchObject([
      { type: 'Other', mid: SHOPS[0].mid, vouchers: [{ ref: '1000000100', using_value: 0 }] },
    ]);
    expect((await kit.truth('1000000100')).vouchers[0]).toMatchObject({ remaining: 100_000 });
  });

  it('refuses a caller without the credentials of a shop', async () => {
    expect(failureCodes(await kit.send('GET', '/merchant/v1/vouchers/ETX_001-1234567890'))).toEqual([
      401,
      'failed',
      'SBX0401',
    ]);
  });
});
