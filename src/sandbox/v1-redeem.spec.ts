import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SHOPS } from './credentials.ts';
import { exampleRedeemBody, failureCodes, type SpecSandbox, shopHeaders, startForSpec } from './spec-kit.ts';

let kit: SpecSandbox;
beforeAll(async () => {
  kit = await startForSpec();
});
afterAll(() => kit.sandbox.close());

const remaining = async (ref: string) => (await kit.truth(ref)).vouchers[0]?.remaining;

describe('redeem', () => {
  it('captures an amount and returns both ids, the amounts, the shop and the refund link', async () => {
    const reply = await kit.redeem('1234567890', 340);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      data: {
        authorization_id: expect.stringMatching(/^\d{37}$/),
        capture_id: expect.stringMatching(/^\d{37}$/),
        mid: SHOPS[0].mid,
        captured_amount: 340,
        authorized_amount: 340,
      },
      meta: { status: 'succeeded' },
      links: [{ rel: 'refund', href: `/api/transactions/edr-${String(reply.at('data.capture_id'))}/actions/refund` }],
    });
    expect(reply.at('data.capture_id')).not.toBe(reply.at('data.authorization_id'));
    expect(await remaining('1234567890')).toBe(660);
  });

  it('creates two records, an authorization and a capture, under the ids of the response', async () => {
    const reply = await kit.redeem('1000000050', 100);
    const { transactions } = await kit.truth('1000000050');
    expect(transactions).toMatchObject([
      { type: 'Authorization', transactionId: reply.at('data.authorization_id'), amount: 100 },
      { type: 'Capture', transactionId: reply.at('data.capture_id'), amount: 100 },
    ]);
  });

  it('marks a fully redeemed voucher as used with no balance', async () => {
    await kit.redeem('1000000052', 5);
    expect((await kit.truth('1000000052')).vouchers[0]).toMatchObject({ status: 'Used', remaining: 0 });
    expect(failureCodes(await kit.redeem('1000000052', 1))).toEqual([400, 'failed', 'ERV0033']);
  });

  it('includes the vouchers’ new state on request', async () => {
    const path = '/transactions?return_vouchers_info=true';
    const reply = await kit.merchant(path, exampleRedeemBody('AB123456789', 1500));
    expect(reply.at('vouchers')).toEqual([
      {
        ref: 'AB123456789',
        product_class: 'ETX_001',
        product_code: 'ABCV050SG01',
        product_label: '$50 Sample Voucher',
        remaining_value: 3500,
        currency: 'SGD',
        expiration_date: '2032-03-14 23:59:59',
        status: 'Active',
      },
    ]);
  });

  it('omits the vouchers from the response unless requested', async () => {
    expect(
      (await kit.merchant('/transactions?return_vouchers_info=false', exampleRedeemBody('AB123456789', 1))).at(
        'vouchers',
      ),
    ).toBeUndefined();
  });

  it.each([
    ['an unknown voucher', '9999999999', 'ERV0001'],
    ['an expired voucher', '2000000003', 'ERV0004'],
    ['a void voucher', '2000000005', 'ERV0006'],
    ['a voucher that is not activated', '2000000004', 'ERV0009'],
    ['a used voucher', '2000000001', 'ERV0033'],
    ['a voucher with less than the amount', '1000000053', 'ERV0010'],
  ])('declines %s and captures nothing', async (_, ref, code) => {
    const before = await kit.truth(ref);
    expect(failureCodes(await kit.redeem(ref, 2000))).toEqual([400, 'failed', code]);
    expect(await kit.truth(ref)).toEqual(before);
  });

  it('accepts a voucher until the end of its last day in the shop', async () => {
    const endOfDay = Date.parse('2031-03-15T23:59:59+08:00');
    const noon = kit.clock.now;
    kit.clock.now = endOfDay;
    expect((await kit.redeem('1000000054', 1)).status).toBe(200);
    kit.clock.now = endOfDay + 1;
    expect(failureCodes(await kit.redeem('1000000054', 1))).toEqual([400, 'failed', 'ERV0004']);
    kit.clock.now = noon;
    expect(await remaining('1000000054')).toBe(999);
  });

  it('declines a currency other than the voucher’s', async () => {
    expect(failureCodes(await kit.merchant('/transactions', exampleRedeemBody('MY123456789', 100, 'SGD')))).toEqual([
      400,
      'failed',
      'ERV0009',
    ]);
    expect((await kit.merchant('/transactions', exampleRedeemBody('MY123456789', 100, 'MYR'))).status).toBe(200);
  });

  it('consumes a single-use voucher completely, whatever the amount', async () => {
    expect((await kit.redeem('3000000001', 1000)).at('data.captured_amount')).toBe(1000);
    expect((await kit.truth('3000000001')).vouchers[0]).toMatchObject({ status: 'Used', remaining: 0 });
  });

  it('redeems one item of a multiple-use voucher without a value, and otherwise as many as the value', async () => {
    expect((await kit.redeem('3000000004')).at('data.captured_amount')).toBe(1);
    expect((await kit.redeem('3000000004', 2)).at('data.captured_amount')).toBe(2);
    expect(await remaining('3000000004')).toBe(1);
    expect(failureCodes(await kit.redeem('3000000004', 2))).toEqual([400, 'failed', 'ERV0010']);
  });

  it('ignores the currency for a voucher with items', async () => {
    expect((await kit.merchant('/transactions', exampleRedeemBody('3000000005', 1, ''))).status).toBe(200);
  });

  it('redeems all items of a single-use voucher if no value is given', async () => {
    expect((await kit.redeem('3000000006')).at('data.captured_amount')).toBe(3);
    expect(await remaining('3000000006')).toBe(0);
  });

  it('redeems several vouchers together, or none of them', async () => {
    const both = (second: string) => ({
      currency: 'SGD',
      vouchers: ['1000000100', second].map((ref) => ({ product_class: 'ETX_001', ref, value: 50 })),
    });
    expect(failureCodes(await kit.merchant('/transactions', both('2000000001')))).toEqual([400, 'failed', 'ERV0033']);
    expect(await remaining('1000000100')).toBe(100_000);
    expect((await kit.merchant('/transactions', both('1000000037'))).at('data.captured_amount')).toBe(100);
    expect(await remaining('1000000100')).toBe(99_950);
    expect(await remaining('1000000037')).toBe(3705);
  });

  it.each([
    ['text that is not JSON', 'currency=SGD'],
    ['no vouchers', { currency: 'SGD', vouchers: [] }],
    ['a zero amount', exampleRedeemBody('1000000100', 0)],
    ['a fraction of a cent', exampleRedeemBody('1000000100', 10.5)],
    ['a negative amount', exampleRedeemBody('1000000100', -1)],
    ['money without an amount', exampleRedeemBody('1000000100')],
    [
      'the same voucher twice',
      {
        currency: 'SGD',
        vouchers: [...exampleRedeemBody('1000000100', 1).vouchers, ...exampleRedeemBody('1000000100', 1).vouchers],
      },
    ],
    [
      'money and items together',
      {
        currency: 'SGD',
        vouchers: [...exampleRedeemBody('1000000100', 1).vouchers, ...exampleRedeemBody('3000000005', 1).vouchers],
      },
    ],
    ['a capture that is not automatic', { ...exampleRedeemBody('1000000100', 1), capture_mode: 'manual' }],
  ])('refuses %s', async (_, body) => {
    const before = await kit.truth('1000000100');
    expect(failureCodes(await kit.merchant('/transactions', body))).toEqual([400, 'failed', 'ERV0009']);
    expect(await kit.truth('1000000100')).toEqual(before);
  });

  it('finds vouchers only in their own product class', async () => {
    const body = { currency: 'SGD', vouchers: [{ product_class: 'OTHER', ref: '1000000100', value: 1 }] };
    expect(failureCodes(await kit.merchant('/transactions', body))).toEqual([400, 'failed', 'ERV0001']);
  });

  it('refuses a return_vouchers_info that is not a boolean', async () => {
    const reply = await kit.merchant('/transactions?return_vouchers_info=maybe', exampleRedeemBody('1000000100', 1));
    expect(failureCodes(reply)).toEqual([400, 'failed', 'ERV0009']);
  });

  it.each([
    ['no credentials', {}],
    ['a wrong secret', { 'X-Client-Id': SHOPS[0].clientId, 'X-Client-Secret': 'guess' }],
    ['the secret of another shop', { 'X-Client-Id': SHOPS[0].clientId, 'X-Client-Secret': SHOPS[1].clientSecret }],
  ])('refuses a caller with %s', async (_, headers) => {
    const reply = await kit.send('POST', '/merchant/v1/transactions', exampleRedeemBody('1000000100', 1), headers);
    expect(failureCodes(reply)).toEqual([401, 'failed', 'SBX0401']);
  });

  it('accepts a correlation id and older fields, and ignores them', async () => {
    const body = { ...exampleRedeemBody('1000000100', 1), capture_mode: 'auto', acceptance_point_ref: 'till-1/42' };
    const headers = { ...shopHeaders(SHOPS[1]), 'X-Correlation-Id': crypto.randomUUID() };
    const reply = await kit.send('POST', '/merchant/v1/transactions', body, headers);
    expect(reply.at('data.mid')).toBe(SHOPS[1].mid);
  });

  it('returns the time of its own clock in the Date header', async () => {
    expect((await kit.redeem('9999999999', 1)).headers.get('date')).toBe('Sat, 15 Mar 2031 04:00:00 GMT');
  });
});
