import { afterAll, beforeAll, expect, it } from 'vitest';
import { SHOPS } from './credentials.ts';
import { exampleRedeemBody, failureCodes, type SpecSandbox, startForSpec } from './spec-kit.ts';

let kit: SpecSandbox;
beforeAll(async () => {
  kit = await startForSpec();
});
afterAll(() => kit.sandbox.close());

const capture = async (ref: string, value?: number) => String((await kit.redeem(ref, value)).at('data.capture_id'));
const refund = (captureId: string, refs: string[], query = '', shop = SHOPS[0]) =>
  kit.merchant(
    `/transactions/edr-${captureId}/actions/refund${query}`,
    { vouchers: refs.map((ref) => ({ product_class: 'ETX_001', ref })) },
    shop,
  );
const voucher = async (ref: string) => (await kit.truth(ref)).vouchers[0];

it('a refund restores the whole capture to the voucher and returns the id of the refund', async () => {
  const captureId = await capture('1000000050', 1250);
  expect((await refund(captureId, ['1000000050'])).body).toEqual({
    data: { refund_id: expect.stringMatching(/^\d{37}$/), mid: SHOPS[0].mid },
    meta: { status: 'succeeded' },
  });
  expect(await voucher('1000000050')).toMatchObject({ status: 'Active', remaining: 5000 });
});

it('a refund accepts the id in the refund link of the redemption', async () => {
  const redeemed = await kit.redeem('AB123456789', 100);
  const handle = /\/api\/transactions\/([^/]+)\/actions\/refund$/.exec(String(redeemed.at('links.0.href')))?.[1] ?? '';
  const body = { vouchers: [{ product_class: 'ETX_001', ref: 'AB123456789' }] };
  expect((await kit.merchant(`/transactions/${handle}/actions/refund`, body)).status).toBe(200);
});

it('a refund makes a used voucher usable again, and restores the whole balance of a single-use voucher', async () => {
  const captureId = await capture('3000000001', 1000);
  expect(await voucher('3000000001')).toMatchObject({ status: 'Used' });
  await refund(captureId, ['3000000001']);
  expect(await voucher('3000000001')).toMatchObject({ status: 'Active', remaining: 2500 });
});

it('a refund is listed by search as a Refund of the shop that made it, and the capture as updated at that time', async () => {
  const captureId = await capture('SG1234567890', 777);
  kit.clock.now += 5_000;
  const refunded = await refund(captureId, ['SG1234567890'], '', SHOPS[1]);
  const found = await kit.search();
  expect(found.at('data.0')).toMatchObject({
    transaction_id: refunded.at('data.refund_id'),
    type: 'Refund',
    mid: SHOPS[1].mid,
    amount: 777,
    currency: 'SGD',
    vouchers: [{ ref: 'SG1234567890', using_value: 777 }],
  });
  expect(found.at('data.1')).toMatchObject({
    transaction_id: captureId,
    created: '2031-03-15T04:00:00.0',
    last_updated: '2031-03-15T04:00:05.0',
  });
});

it('a refund is possible once, and a second refund is refused without any effect', async () => {
  const captureId = await capture('1000000100', 5000);
  await refund(captureId, ['1000000100']);
  expect(failureCodes(await refund(captureId, ['1000000100']))).toEqual([400, 'failed', 'ERV0077']);
  expect(await voucher('1000000100')).toMatchObject({ remaining: 100_000 });
});

it('a refund restores its own part to every voucher of a capture', async () => {
  const vouchers = [
    ...exampleRedeemBody('1000000037', 300).vouchers,
    ...exampleRedeemBody('7KQ2M9XW4ZP3', 200).vouchers,
  ];
  const redeemed = await kit.merchant('/transactions', { currency: 'SGD', vouchers });
  await refund(String(redeemed.at('data.capture_id')), ['7KQ2M9XW4ZP3', '1000000037']);
  expect([await voucher('1000000037'), await voucher('7KQ2M9XW4ZP3')]).toMatchObject([
    { remaining: 3755 },
    { remaining: 5000 },
  ]);
});

it('a refund returns the new state of the vouchers on request', async () => {
  const captureId = await capture('1234567890', 400);
  const reply = await refund(captureId, ['1234567890'], '?return_vouchers_info=true');
  expect(reply.at('vouchers')).toMatchObject([{ ref: '1234567890', remaining_value: 1000 }]);
});

it('a refund of vouchers that are not part of the capture is refused', async () => {
  const captureId = await capture('1000000051', 100);
  expect(failureCodes(await refund(captureId, ['1234567890']))).toEqual([400, 'failed', 'ERV0009']);
  expect(failureCodes(await refund(captureId, ['1000000051', '1234567890']))).toEqual([400, 'failed', 'ERV0009']);
  expect(await voucher('1000000051')).toMatchObject({ remaining: 2240 });
});

it('a refund does not find a capture by the id of an authorization or by an unknown id', async () => {
  const redeemed = await kit.redeem('1000000051', 1);
  const authorizationId = String(redeemed.at('data.authorization_id'));
  expect(failureCodes(await refund(authorizationId, ['1000000051']))).toEqual([400, 'failed', 'ERV0001']);
  expect(failureCodes(await refund('123', ['1000000051']))).toEqual([400, 'failed', 'ERV0001']);
});

it('a refund with a scope other than edr, or a body without vouchers, is refused', async () => {
  const captureId = await capture('1000000051', 1);
  const body = { vouchers: [{ product_class: 'ETX_001', ref: '1000000051' }] };
  expect(failureCodes(await kit.merchant(`/transactions/xyz-${captureId}/actions/refund`, body))).toEqual([
    400,
    'failed',
    'ERV0009',
  ]);
  expect(failureCodes(await refund(captureId, []))).toEqual([400, 'failed', 'ERV0009']);
});

it('a refund without the credentials of a shop is refused', async () => {
  const reply = await kit.send('POST', '/merchant/v1/transactions/edr-1/actions/refund', {});
  expect(failureCodes(reply)).toEqual([401, 'failed', 'SBX0401']);
});
