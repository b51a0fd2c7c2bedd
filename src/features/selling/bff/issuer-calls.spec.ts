import { afterEach, describe, expect, it } from 'vitest';
import type { FeatureCalls } from '../../../bff/issuer/feature-calls.ts';
import type { HttpIssuer } from '../../../bff/issuer/http.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import { createIssuerRig, jsonAnswer, sentBody } from '../../../testing/issuer/issuer-rig.ts';
import { httpAnswer } from '../../../testing/raw-server.ts';
import type { IssueOrder } from './issuer-calls.ts';

const rig = createIssuerRig();
afterEach(() => rig.close());

const order: IssueOrder = {
  productCode: 'GIFT',
  quantity: 2,
  faceValue: 1000,
  clientReference: 'a/1',
  idempotencyKey: 'key-1',
};

describe('the catalogue', () => {
  const wire = {
    product_code: 'GIFT',
    name: 'Gift',
    is_value_based: true,
    is_open_value: true,
    is_multiple_use: false,
    amount: null,
  };
  const product = {
    code: 'GIFT',
    name: 'Gift',
    isValueBased: true,
    isOpenValue: true,
    isMultipleUse: false,
    amount: null,
    currency: null,
  };

  it.each([
    ['as a bare list', [wire, { name: 'without a code' }, 7]],
    ['in a wrapper', { request_id: 'r', products: [wire] }],
    ['in a data wrapper', { data: [wire] }],
  ])('is read %s, skipping invalid entries', async (_name, body) => {
    const server = await rig.serve(() => jsonAnswer(body));
    const asked = await rig.issuerAt(server).catalogue();
    expect(asked).toMatchObject({ outcome: 'found', value: [product] });
    expect(server.requests[0]).toMatchObject({ method: 'GET', target: '/client/v3/products' });
  });

  it('is unclear if the answer contains no list', async () => {
    const server = await rig.serve(() => jsonAnswer({ products: 'soon' }));
    expect(await rig.issuerAt(server).catalogue()).toEqual({
      outcome: 'unclear',
      reason: 'HTTP 200 with an unreadable body',
    });
  });

  it.each([
    ['bare', wire],
    ['wrapped', { request_id: 'r', product: wire }],
  ])('returns one product %s', async (_name, body) => {
    const server = await rig.serve(() => jsonAnswer(body));
    expect(await rig.issuerAt(server).product('GIFT')).toMatchObject({ outcome: 'found', value: product });
  });
});

const voucher = (id: string) => ({
  voucher_code: `40001234${id}`,
  voucher_id: `id-${id}`,
  status: 'active',
  expiration: '2031-02-28T23:59:59+08:00',
  currency: 'SGD',
  remaining_amount: 1000,
  product_code: 'GIFT',
  product_name: 'Gift',
  is_value_based: true,
  is_multiple_use: true,
  url: `https://vouchers.example/v/id-${id}`,
  short_url_pin: 1234,
});

describe('several vouchers', () => {
  it('are read in one request', async () => {
    const server = await rig.serve(() => jsonAnswer({ request_id: 'r', vouchers: [voucher('01'), voucher('02')] }));
    const asked = await rig.issuerAt(server).vouchersById(['id-01', 'id-02', 'id,3&x=1']);
    expect(server.requests[0]?.target).toBe('/client/v3/vouchers?id=id-01,id-02,id%2C3%26x%3D1');
    expect(asked).toMatchObject({
      outcome: 'found',
      value: [{ ref: '4000123401', shortUrlPin: '1234' }, { voucherId: 'id-02' }],
    });
  });
});

describe('issuing', () => {
  it('sends the order with its key and returns the vouchers', async () => {
    const server = await rig.serve(() => jsonAnswer({ request_id: 'r', vouchers: [voucher('01'), voucher('02')] }));
    const done = await rig.issuerAt(server).issue(order);
    expect(server.requests[0]).toMatchObject({ method: 'POST', target: '/client/v3/products/GIFT' });
    expect(server.requests[0]?.headers).toMatchObject({
      'idempotency-key': 'key-1',
      authorization: 'Bearer ready-token',
    });
    expect(sentBody(server)).toEqual({ quantity: 2, face_value: 1000, client_reference: 'a/1' });
    expect(done).toMatchObject({
      outcome: 'succeeded',
      value: { requestId: 'r', vouchers: [{ voucherId: 'id-01' }, { voucherId: 'id-02' }] },
    });
  });

  it('omits fields without a value', async () => {
    const server = await rig.serve(() => jsonAnswer({ vouchers: [] }));
    await rig.issuerAt(server).issue({ productCode: 'GIFT', quantity: 1, idempotencyKey: 'k' });
    expect(sentBody(server)).toEqual({ quantity: 1 });
  });

  it.each<[string, string, object]>([
    [
      'a partial issue',
      jsonAnswer({ request_id: 'r', error: { code: '207-762', message: 'Partial' }, vouchers: [voucher('01')] }, 207),
      {
        outcome: 'partial',
        value: { vouchers: [{ voucherId: 'id-01' }] },
        refusal: { issuerCode: '207-762', issuerText: 'Partial' },
      },
    ],
    [
      'a refusal',
      jsonAnswer({ error: { code: '400-0C6', message: 'Over stock' } }, 400),
      { outcome: 'declined', refusal: { reason: 'issuer-declined', issuerCode: '400-0C6', issuerText: 'Over stock' } },
    ],
    [
      'a refusal without details',
      jsonAnswer({ code: '400-5DC', message: 'Quantity' }, 400),
      { outcome: 'declined', refusal: { issuerCode: '400-5DC' } },
    ],
    [
      'a rejected token',
      jsonAnswer({ error: { code: '401-001' } }, 401),
      { outcome: 'declined', refusal: { issuerCode: '401-001' }, isCallerRejected: true },
    ],
    [
      'a wrong scope without a code',
      httpAnswer(403, '<html>'),
      { outcome: 'declined', refusal: { reason: 'issuer-declined', issuerCode: '403' }, isCallerRejected: true },
    ],
    [
      'a rejection with vouchers',
      jsonAnswer({ error: { code: '401-001' }, vouchers: [voucher('01')] }, 401),
      { outcome: 'unknown' },
    ],
    ['a time-out as a 401', jsonAnswer({ error: { code: 'ERV1102' } }, 401), { outcome: 'unknown' }],
    [
      'a key in use',
      jsonAnswer({ error: { code: '409-001' } }, 409),
      { outcome: 'unknown', reason: 'HTTP 409 409-001' },
    ],
    ['a 500', jsonAnswer({ error: { code: '500-001' } }, 500), { outcome: 'unknown', reason: 'HTTP 500 500-001' }],
    [
      'a refusal with vouchers',
      jsonAnswer({ error: { code: '400-001' }, vouchers: [voucher('01')] }, 400),
      { outcome: 'unknown' },
    ],
    [
      'a voucher without a code',
      jsonAnswer({ vouchers: [{ ...voucher('01'), voucher_code: '' }] }),
      { outcome: 'unknown', reason: 'HTTP 200' },
    ],
    ['a 400 with HTML', httpAnswer(400, '<html>'), { outcome: 'unknown', reason: 'HTTP 400' }],
  ])('distinguishes %s', async (_name, answer, expected) => {
    const server = await rig.serve(() => answer);
    expect(await rig.issuerAt(server).issue(order)).toMatchObject(expected);
  });

  it('is unknown without an answer, and needs a token', async () => {
    const server = await rig.serve((_request, socket) => void socket.resetAndDestroy());
    expect(await rig.issuerAt(server).issue(order)).toMatchObject({ outcome: 'unknown' });
    expect(await rig.issuerAt(server, { client: null }).issue(order)).toEqual({ outcome: 'not-configured' });
    expect(server.requests).toHaveLength(1);
  });
});

describe('an answer to an issue order', () => {
  const issue = { productCode: 'GIFT', quantity: 2, faceValue: 1000, idempotencyKey: '6f1c' };
  const issued = (id: string, changes: object = {}) => ({
    voucher_code: `AB${id}`,
    voucher_id: id,
    product_code: 'GIFT',
    remaining_amount: 1000,
    currency: 'SGD',
    ...changes,
  });
  const answered = async (vouchers: unknown[], headers: Record<string, string> = {}) => {
    const server = await rig.serve(() => httpAnswer(200, JSON.stringify({ request_id: 'r', vouchers }), headers));
    return rig.issuerAt(server).issue(issue);
  };

  it.each([
    ['has more vouchers than were ordered', [issued('1'), issued('2'), issued('3')], {}],
    ['names one voucher twice', [issued('1'), issued('1')], {}],
    ['names another product', [issued('1', { product_code: 'OTHER' })], {}],
    ['names another face value', [issued('1', { remaining_amount: 500 })], {}],
    ['repeats another key', [issued('1'), issued('2')], { 'idempotency-key': '7a7a' }],
  ])('is rejected when it %s', async (_, vouchers, headers) => {
    expect(await answered(vouchers, headers)).toMatchObject({ outcome: 'unknown', isMismatch: true });
  });

  it('is accepted when it repeats the key, whatever its vouchers contain', async () => {
    const vouchers = [issued('1', { remaining_amount: 10 }), issued('2')];
    expect(await answered(vouchers, { 'idempotency-key': '6F1C' })).toMatchObject({ outcome: 'succeeded' });
  });
});

describe('the maximum size of an answer', () => {
  it.each<[string, number, (issuer: HttpIssuer & FeatureCalls) => Promise<unknown>, string]>([
    ['product', LIMITS.answerBytesMax, (issuer) => issuer.product('GIFT'), 'unclear'],
    ['catalogue', LIMITS.catalogueBytesMax, (issuer) => issuer.catalogue(), 'unclear'],
    ['list of vouchers', LIMITS.pageAnswerBytesMax, (issuer) => issuer.vouchersById(['id-1']), 'unclear'],
    ['issue', LIMITS.pageAnswerBytesMax, (issuer) => issuer.issue(order), 'unknown'],
  ])('for a %s is %d bytes, and a larger answer is discarded', async (_kind, most, ask, outcome) => {
    const padded = (bytes: number) => httpAnswer(200, '{}'.padEnd(bytes));
    const fits = await ask(rig.issuerAt(await rig.serve(() => padded(most))));
    expect(fits).toMatchObject({ reason: expect.not.stringContaining('too large') as string });
    const tooLarge = await ask(rig.issuerAt(await rig.serve(() => padded(most + 1))));
    expect(tooLarge).toEqual({ outcome, reason: 'answer too large' });
  });
});
