import { afterEach, describe, expect, it } from 'vitest';
import { createIssuerRig, jsonAnswer, refusedAnswer, sentBody } from '../../testing/issuer/issuer-rig.ts';
import { httpAnswer } from '../../testing/raw-server.ts';
import type { IssueOrder } from './admin-port.ts';

const rig = createIssuerRig();
afterEach(() => rig.close());

const succeeded = (data: unknown) => jsonAnswer({ data, meta: { status: 'succeeded' } });

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
    ['bare', [wire, { name: 'without a code' }, 7]],
    ['wrapped', { request_id: 'r', products: [wire] }],
    ['wrapped as data', { data: [wire] }],
  ])('is read %s, skipping invalid entries', async (_name, body) => {
    const server = await rig.serve(() => jsonAnswer(body));
    const asked = await rig.issuerAt(server).catalogue();
    expect(asked).toMatchObject({ outcome: 'found', value: [product] });
    expect(server.requests[0]).toMatchObject({ method: 'GET', target: '/client/v3/products' });
  });

  it('is unclear if the answer contains no list', async () => {
    const server = await rig.serve(() => jsonAnswer({ products: 'soon' }));
    expect(await rig.issuerAt(server).catalogue()).toEqual({ outcome: 'unclear', reason: 'HTTP 200 not understood' });
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
  const order: IssueOrder = {
    productCode: 'GIFT',
    quantity: 2,
    faceValue: 1000,
    clientReference: 'a/1',
    idempotencyKey: 'key-1',
  };

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
      'a part',
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
      'a bare refusal',
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
      'a rejection with vouchers beside it',
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
      'a refusal with vouchers beside it',
      jsonAnswer({ error: { code: '400-001' }, vouchers: [voucher('01')] }, 400),
      { outcome: 'unknown' },
    ],
    [
      'a voucher without a code',
      jsonAnswer({ vouchers: [{ ...voucher('01'), voucher_code: '' }] }),
      { outcome: 'unknown', reason: 'HTTP 200' },
    ],
    ['a 400 of HTML', httpAnswer(400, '<html>'), { outcome: 'unknown', reason: 'HTTP 400' }],
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

describe('activating a range', () => {
  const range = { start: '000101', end: '000150' };

  it.each(['activate', 'deactivate'] as const)('sends both ends as they are printed (%s)', async (action) => {
    const server = await rig.serve(() => succeeded({ mid: 42, activation_id: '77' }));
    const done = await rig.issuerAt(server)[action](range);
    expect(server.requests[0]).toMatchObject({ method: 'POST', target: `/merchant/v1/vouchers/actions/${action}` });
    expect(sentBody(server)).toEqual({
      product_class: 'ETX_001',
      start_sequence_voucher_ref: '000101',
      end_sequence_voucher_ref: '000150',
    });
    expect(done).toMatchObject({ outcome: 'succeeded', value: { mid: '000000000000042' } });
  });

  it('succeeds even if the id is empty', async () => {
    const server = await rig.serve(() => succeeded({ mid: '1', activation_id: '' }));
    expect(await rig.issuerAt(server).activate(range)).toEqual({
      outcome: 'succeeded',
      value: { activationId: null, mid: '1', canDeactivate: false },
    });
  });

  it.each([
    ['the link of the specification', [{ rel: 'deactivate', href: '/api/vouchers/actions/deactivate' }], true],
    [
      'the link on another host, which nobody follows',
      [{ rel: 'Deactivate', href: 'https://evil.example/vouchers/actions/deactivate' }],
      true,
    ],
    ['a link to something else', [{ rel: 'deactivate', href: 'https://evil.example/steal' }], false],
    ['another link', [{ rel: 'refund', href: '/api/vouchers/actions/deactivate' }], false],
    ['no links', undefined, false],
    ['odd links', 'deactivate', false],
  ])('can be deactivated if the answer has %s: %#', async (_, links, canDeactivate) => {
    const server = await rig.serve(() =>
      jsonAnswer({ data: { mid: '1', activation_id: '7' }, meta: { status: 'succeeded' }, links }),
    );
    const issuer = rig.issuerAt(server);
    expect(await issuer.activate(range)).toEqual({
      outcome: 'succeeded',
      value: { activationId: '7', mid: '1', canDeactivate },
    });
    await issuer.deactivate(range);
    expect(server.requests.at(-1)?.target).toBe('/merchant/v1/vouchers/actions/deactivate');
  });

  it('is stopped before the first byte, refused, or unknown, like a redemption', async () => {
    const answers = [
      refusedAnswer('ERV4711'),
      refusedAnswer('ERV1102', 500),
      jsonAnswer({ meta: { status: 'succeeded' } }),
    ];
    const server = await rig.serve(() => answers.shift());
    const issuer = rig.issuerAt(server);
    const stop = () => {
      throw new Error('stop');
    };
    expect(await issuer.activate(range, stop)).toMatchObject({ outcome: 'not-sent' });
    expect(await issuer.activate(range)).toMatchObject({ outcome: 'declined', refusal: { issuerCode: 'ERV4711' } });
    expect(await issuer.activate(range)).toEqual({ outcome: 'unknown', reason: 'HTTP 500 ERV1102' });
    expect(await issuer.activate(range)).toEqual({ outcome: 'unknown', reason: 'HTTP 200' });
    expect(server.requests).toHaveLength(3);
  });
});

describe('refunding a capture', () => {
  const order = { scope: 'edr', captureId: '12', ref: '4000123456' };

  it('builds the path from the scope and the capture, and names the voucher', async () => {
    const server = await rig.serve(() => succeeded({ refund_id: 99, mid: '1' }));
    expect(await rig.issuerAt(server).refund(order)).toEqual({
      outcome: 'succeeded',
      value: { refundId: '99', mid: '1', vouchers: [] },
    });
    expect(server.requests[0]).toMatchObject({
      target: '/merchant/v1/transactions/edr-12/actions/refund?return_vouchers_info=true',
    });
    expect(sentBody(server)).toEqual({ vouchers: [{ product_class: 'ETX_001', ref: '4000123456' }] });
  });

  it('cannot be redirected to another path by its ids', async () => {
    const server = await rig.serve(() => succeeded({ refund_id: '99' }));
    await rig.issuerAt(server).refund({ ...order, scope: 'edr/../..', captureId: '12?x' });
    expect(server.requests[0]?.target).toBe(
      '/merchant/v1/transactions/edr%2F..%2F..-12%3Fx/actions/refund?return_vouchers_info=true',
    );
  });

  it.each<[string, string, string]>([
    ['without a refund id', succeeded({ mid: '1' }), 'unknown'],
    ['with a refusal', refusedAnswer('ERV0077'), 'declined'],
    ['with 403', refusedAnswer('ERV0077', 403), 'unknown'],
    ['with a redirect', httpAnswer(302, ''), 'unknown'],
  ])('is classified: %s', async (_name, answer, outcome) => {
    const server = await rig.serve(() => answer);
    expect((await rig.issuerAt(server).refund(order)).outcome).toBe(outcome);
  });
});
