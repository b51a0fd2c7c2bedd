import { afterAll, beforeAll, expect, it } from 'vitest';
import { SHOPS } from './credentials.ts';
import { exampleRedeemBody, failureCodes, NOON, type SpecSandbox, startForSpec } from './spec-kit.ts';

let kit: SpecSandbox;
beforeAll(async () => {
  kit = await startForSpec();
  kit.clock.now = NOON + 1_250;
  await kit.redeem('1234567890', 340);
  kit.clock.now = NOON + 60_000;
  await kit.merchant('/transactions', exampleRedeemBody('3000000004'), SHOPS[1]);
  kit.clock.now = NOON + 120_000;
});
afterAll(() => kit.sandbox.close());

const row = (type: string, rest: object) => ({ type, status: 'Succeeded', ...rest });

it('search lists the transactions of all shops of the merchant, newest first, for any shop', async () => {
  const [first, second] = SHOPS;
  for (const shop of SHOPS) {
    expect((await kit.search({}, shop)).body).toMatchObject({
      meta: { status: 'succeeded' },
      data: [
        row('Capture', { mid: second.mid }),
        row('Authorization', { mid: second.mid }),
        row('Capture', { mid: first.mid, amount: 340, currency: 'SGD' }),
        row('Authorization', { mid: first.mid, amount: 340, currency: 'SGD' }),
      ],
    });
  }
});

it('search describes a capture with its voucher and the action on it, in UTC without a zone', async () => {
  const found = await kit.search();
  const id = found.at('data.2.transaction_id');
  expect(id).toMatch(/^\d{37}$/);
  expect(found.at('data.2')).toEqual({
    transaction_id: id,
    status: 'Succeeded',
    type: 'Capture',
    mid: SHOPS[0].mid,
    amount: 340,
    currency: 'SGD',
    created: '2031-03-15T04:00:01.2',
    last_updated: '2031-03-15T04:00:01.2',
    vouchers: [
      {
        ref: '1234567890',
        product_class: 'ETX_001',
        product_code: 'ABCV010SG01',
        product_label: '$10 Sample Voucher',
        using_value: 340,
        actions: [
          { ref: id, type: 'Capture', status: 'Succeeded', codes: ['ERV0000'], timestamp: '2031-03-15T04:00:01.2' },
        ],
      },
    ],
  });
});

it('search returns items as the using value of a product-based voucher, and no amount or currency', async () => {
  const found = await kit.search();
  expect(found.at('data.0.vouchers.0.using_value')).toBe(1);
  expect(found.at('data.0')).not.toHaveProperty('amount');
  expect(found.at('data.0')).not.toHaveProperty('currency');
});

it('search includes both ends of the period, in any time zone', async () => {
  const minute = { from: '2031-03-15T12:01:00+08:00', to: '2031-03-15T04:01:00Z' };
  expect((await kit.search(minute)).at('data')).toHaveLength(2);
  expect(
    (await kit.search({ ...minute, from: '2031-03-15T04:01:01Z', to: '2031-03-15T04:02:00Z' })).at('data'),
  ).toEqual([]);
});

it('search pages from index 0 in units of the page size', async () => {
  const all = await kit.search();
  const first = await kit.search({ page_size: 3, page_index: 0 });
  const second = await kit.search({ page_size: 3, page_index: 1 });
  const third = await kit.search({ page_size: 3, page_index: 2 });
  const rows = all.at('data') as unknown[];
  expect(first.at('data')).toEqual(rows.slice(0, 3));
  expect(second.at('data')).toEqual(rows.slice(3));
  expect(third.at('data')).toEqual([]);
});

it.each([
  ['a time without a zone', { from: '2031-03-15T00:00:00' }],
  ['a date only', { to: '2031-03-15' }],
  ['a day that does not exist', { from: '2031-13-45T00:00:00Z' }],
  ['a period that ends before it begins', { from: '2031-03-17T00:00:00Z' }],
  ['no period', { from: undefined }],
  ['an empty page', { page_size: 0 }],
  ['a page over 500', { page_size: 501 }],
  ['a negative page index', { page_index: -1 }],
])('search refuses %s', async (_, body) => {
  expect(failureCodes(await kit.search(body))).toEqual([400, 'failed', 'ERV0009']);
});

it('search refuses a caller without the credentials of a shop', async () => {
  expect(failureCodes(await kit.send('POST', '/merchant/v1/transactions/actions/search', {}))).toEqual([
    401,
    'failed',
    'SBX0401',
  ]);
});
