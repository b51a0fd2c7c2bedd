import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type SeenAnswer, type SpecSandbox, startForSpec } from './spec-kit.ts';

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
let kit: SpecSandbox;
beforeEach(async () => {
  kit = await startForSpec();
});
afterEach(() => kit.sandbox.close());

const failure = (code: string) => ({
  request_id: expect.stringMatching(UUID_V4),
  error: {
    code,
    message: expect.stringMatching(/./),
    documentation: expect.stringMatching(/^https:/),
    details: expect.any(String),
  },
});
const vouchersOf = (reply: SeenAnswer) => reply.at('vouchers') as { voucher_code: string; voucher_id: string }[];

describe('the catalogue', () => {
  it('lists products of every kind, but no plastic cards', async () => {
    const products = (await kit.v3('/products', 'read_catalogue')).at('products') as { code: string }[];
    const codes = products.map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining(['ABCV010SG01', 'ABCVOPNSG01', 'ABCC004SG01', 'ABCV005SG01']));
    expect(codes).not.toContain('ABCG050SG01');
  });

  it('describes one product', async () => {
    expect((await kit.v3('/products/ABCVOPNSG01', 'read_catalogue')).at('product')).toEqual({
      code: 'ABCVOPNSG01',
      name: 'Sample Voucher of your amount',
      description: '1 to 1000 dollars, in parts',
      currency: 'SGD',
      amount: null,
      is_value_based: true,
      is_open_value: true,
      is_status_available: true,
      is_multiple_use: true,
    });
  });

  it('omits plastic cards from the list, and returns them by their code', async () => {
    expect(JSON.stringify((await kit.v3('/products', 'read_catalogue')).body)).not.toContain('ABCG050SG01');
    const reply = await kit.v3('/products/ABCG050SG01', 'read_catalogue');
    expect(reply.at('product')).toMatchObject({ currency: 'SGD', is_value_based: true, is_multiple_use: true });
  });

  it('does not find an unknown product', async () => {
    const reply = await kit.v3('/products/NOSUCHCODE', 'read_catalogue');
    expect([reply.status, reply.body]).toEqual([404, failure('404-001')]);
  });
});

describe('issue', () => {
  it('returns an active voucher with its face value', async () => {
    const key = crypto.randomUUID();
    const reply = await kit.issue('ABCV010SG01', { quantity: 1 }, key);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('idempotency-key')).toBe(key);
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const id = String(reply.at('vouchers.0.voucher_id'));
    expect(reply.body).toEqual({
      request_id: expect.stringMatching(UUID_V4),
      vouchers: [
        {
          voucher_code: expect.stringMatching(/^[A-Z2-9]{12}$/),
          voucher_id: expect.stringMatching(UUID_V4),
          name: '$10 Sample Voucher',
          status: 'active',
          expiration: '2032-03-14T23:59:59+08:00',
          currency: 'SGD',
          remaining_amount: 1000,
          product_code: 'ABCV010SG01',
          product_name: '$10 Sample Voucher',
          is_value_based: true,
          is_status_available: true,
          is_multiple_use: true,
          url: `https://vouchers.example/v/${id}`,
          short_url: `https://vouchers.example/s/${id.slice(0, 8)}`,
          short_url_pin: expect.any(Number),
        },
      ],
    });
  });

  it('returns vouchers that a shop can redeem by their code', async () => {
    const reply = await kit.issue('ABCV010SG01', { quantity: 1 });
    expect((await kit.redeem(String(reply.at('vouchers.0.voucher_code')), 1000)).at('data.captured_amount')).toBe(1000);
  });

  it('issues up to 20 at a time, each with a code and an id of its own', async () => {
    const vouchers = vouchersOf(await kit.issue('ABCV010SG01', { quantity: 20 }));
    expect(new Set(vouchers.map(({ voucher_code }) => voucher_code)).size).toBe(20);
    expect(new Set(vouchers.map(({ voucher_id }) => voucher_id)).size).toBe(20);
  });

  it('uses the requested denomination of an open-value product', async () => {
    expect((await kit.issue('ABCVOPNSG01', { quantity: 1, face_value: 100 })).at('vouchers.0.remaining_amount')).toBe(
      100,
    );
    expect(
      (await kit.issue('ABCVOPNSG01', { quantity: 1, face_value: 100_000 })).at('vouchers.0.remaining_amount'),
    ).toBe(100_000);
  });

  it('counts the items of a product-based product, without a currency', async () => {
    const voucher = (await kit.issue('ABCC004SG01', { quantity: 1 })).at('vouchers.0');
    expect(voucher).toMatchObject({ remaining_amount: 4, currency: '', is_value_based: false });
  });

  it('returns 207 with the available vouchers if the stock does not suffice', async () => {
    const reply = await kit.issue('ABCV100SG01', { quantity: 5 });
    expect([reply.status, reply.body]).toEqual([207, { ...failure('207-762'), vouchers: expect.any(Array) }]);
    expect(vouchersOf(reply)).toHaveLength(3);
    expect((await kit.issue('ABCV100SG01', { quantity: 2 })).body).toEqual(failure('400-0C6'));
  });

  it.each([
    ['quantity 0', 'ABCV010SG01', { quantity: 0 }, '400-5DC'],
    ['quantity 21', 'ABCV010SG01', { quantity: 21 }, '400-5DC'],
    ['half a voucher', 'ABCV010SG01', { quantity: 1.5 }, '400-5DC'],
    ['no quantity', 'ABCV010SG01', {}, '400-4C3'],
    ['text that is not JSON', 'ABCV010SG01', 'quantity=1', '400-4C3'],
    ['an open-value product without face_value', 'ABCVOPNSG01', { quantity: 1 }, '400-056'],
    ['99 cents', 'ABCVOPNSG01', { quantity: 1, face_value: 99 }, '400-056'],
    ['1000.01 dollars', 'ABCVOPNSG01', { quantity: 1, face_value: 100_001 }, '400-056'],
    ['a fraction of a cent', 'ABCVOPNSG01', { quantity: 1, face_value: 100.5 }, '400-056'],
    ['a face_value for a product with its own', 'ABCV010SG01', { quantity: 1, face_value: 1000 }, '400-056'],
    ['a reference of 51 characters', 'ABCV010SG01', { quantity: 1, client_reference: 'x'.repeat(51) }, '400-4C3'],
    ['a reference with a space', 'ABCV010SG01', { quantity: 1, client_reference: 'order 1' }, '400-4C3'],
    ['a product that is out of stock', 'ABCV005SG01', { quantity: 1 }, '400-0C6'],
  ])('refuses %s', async (_, code, body, error) => {
    const reply = await kit.issue(code, body);
    expect([reply.status, reply.body]).toEqual([400, failure(error)]);
  });

  it('accepts a reference of 50 allowed characters', async () => {
    const client_reference = 'Order-2031_03/15#A:7.'.padEnd(50, '0');
    expect((await kit.issue('ABCV010SG01', { quantity: 1, client_reference })).status).toBe(200);
  });

  it('refuses a product that is not in the catalogue', async () => {
    expect((await kit.issue('ABCG050SG01', { quantity: 1 })).status).toBe(404);
  });
});

describe('the Idempotency-Key', () => {
  it('is required, and must be a UUID v4', async () => {
    expect((await kit.issue('ABCV010SG01', { quantity: 1 }, '')).body).toEqual(failure('400-9A0'));
    expect((await kit.issue('ABCV010SG01', { quantity: 1 }, 'order-1')).body).toEqual(failure('400-BB4'));
    expect((await kit.issue('ABCV010SG01', { quantity: 1 }, '00000000-0000-1000-8000-000000000000')).body).toEqual(
      failure('400-BB4'),
    );
  });

  it('returns the stored and marked response for the same request, and issues nothing more', async () => {
    const key = crypto.randomUUID();
    const first = await kit.issue('ABCV100SG01', { quantity: 5 }, key);
    kit.clock.now += 60_000;
    const again = await kit.issue('ABCV100SG01', { quantity: 5 }, key);
    expect([again.status, again.body]).toEqual([207, first.body]);
    expect(first.headers.get('idempotency-record')).toBeNull();
    expect(again.headers.get('idempotency-record')).toBe('2031-03-15T04:00:00.000Z');
  });

  it.each([
    ['body', 'ABCV010SG01', { quantity: 2 }],
    ['product', 'ABCV050SG01', { quantity: 1 }],
  ])('is refused with another %s', async (_, code, body) => {
    const key = crypto.randomUUID();
    await kit.issue('ABCV010SG01', { quantity: 1 }, key);
    const reply = await kit.issue(code, body, key);
    expect([reply.status, reply.body]).toEqual([409, failure('409-001')]);
  });

  it('returns the response that was lost', async () => {
    const key = crypto.randomUUID();
    await kit.faults({ dropAfterCommit: 1 });
    await expect(kit.issue('ABCV100SG01', { quantity: 3 }, key)).rejects.toThrow('fetch failed');
    await kit.send('DELETE', '/sandbox/faults');
    const again = await kit.issue('ABCV100SG01', { quantity: 3 }, key);
    expect(again.status).toBe(200);
    expect(vouchersOf(again)).toHaveLength(3);
  });
});
