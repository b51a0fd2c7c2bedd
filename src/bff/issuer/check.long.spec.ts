import { afterEach, describe, expect, it, vi } from 'vitest';
import { LIMITS } from '../../contract/access/limits.ts';
import { createManualClock } from '../../testing/clock.ts';
import { createIssuerRig, jsonAnswer, refusedAnswer, sentBody } from '../../testing/issuer/issuer-rig.ts';
import { httpAnswer } from '../../testing/raw-server.ts';
import { systemClock } from '../platform/base/ports.ts';

const REF = '4000123456';
const captured = { data: { capture_id: '12', captured_amount: 2000 }, meta: { status: 'succeeded' } };

/** A time as the merchant check gives it, in the shop's zone. */
const plainTime = (at: number) => new Date(at + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

const rig = createIssuerRig();
afterEach(() => rig.close());

describe('checking by ref', () => {
  const row = { voucher_settlement_ref: REF, status: 'Active', expiration_date: '28 Feb 2031', remaining_value: 1000 };
  const legacy = (data: unknown) => ({ meta: { status: 'succeeded' }, data });

  it('uses the v2 check with the bearer token and the second pair, each if configured', async () => {
    const server = await rig.serve(() => legacy([row]));
    const baseUrl = `${server.origin}/client`;
    const pair = { clientId: 'pair-id', clientSecret: 'pair-secret' };
    const asked = await rig
      .issuerAt(server, { client: { baseUrl, token: { kind: 'ready', value: 't' }, pair } })
      .checkByRef(REF);
    await rig.issuerAt(server, { client: { baseUrl, token: null, pair: null } }).checkByRef(REF);
    expect(asked).toMatchObject({
      outcome: 'found',
      value: { status: 'active', remaining: null, holds: 1000, singleUse: null },
    });
    expect(server.requests[0]?.target).toBe('/client/v2/catalogs/ETX_001/vouchers/actions/check');
    expect(sentBody(server)).toEqual({ voucher_settlement_refs: [REF] });
    expect(server.requests[0]?.headers).toMatchObject({
      authorization: 'Bearer t',
      'x-client-id': 'pair-id',
      'x-client-secret': 'pair-secret',
    });
    expect(server.requests[1]?.headers).not.toHaveProperty('authorization');
    expect(server.requests[1]?.headers).not.toHaveProperty('x-client-id');
  });

  it.each(['legacy', 'merchant', 'both'] as const)(
    'ends within the time limit of one request if nothing answers (%s)',
    async (checkSource) => {
      const clock = createManualClock();
      const server = await rig.serve(() => undefined);
      const asked = rig.issuerAt(server, { checkSource, upstreamTimeoutMs: 30_000 }, clock).checkByRef(REF);
      await vi.waitFor(() => expect(server.requests.length).toBeGreaterThan(0));
      await clock.advance(LIMITS.upstreamReadMs);
      expect(await asked).toMatchObject({ outcome: 'unclear' });
    },
  );

  it('is not repeated at once if the issuer requests a pause', async () => {
    const server = await rig.serve(() => httpAnswer(429, '{}', { 'retry-after': '7' }));
    const asked = await rig.issuerAt(server, { checkSource: 'merchant' }).checkByRef(REF);
    expect(asked).toEqual({ outcome: 'unclear', reason: 'HTTP 429' });
    expect(server.requests).toHaveLength(1);
  });

  it('returns absent if there is no row, or if the issuer reports the voucher as absent', async () => {
    const missing = refusedAnswer('ERV0001', 404);
    const server = await rig.serve((_request, _socket, index) => (index === 0 ? legacy([]) : missing));
    const issuer = rig.issuerAt(server);
    expect(await issuer.checkByRef('AAAA')).toEqual({ outcome: 'absent' });
    expect(await issuer.checkByRef('BBBB')).toEqual({ outcome: 'absent' });
  });

  it('reports “not configured” if the shop has no client API', async () => {
    const server = await rig.serve(() => legacy([row]));
    expect(await rig.issuerAt(server, { client: null }).checkByRef(REF)).toEqual({ outcome: 'not-configured' });
  });

  it('sends one request for two checks within a second, and a new request after a redemption', async () => {
    const server = await rig.serve((request) => (request.target.includes('/v2/') ? legacy([row]) : captured));
    const issuer = rig.issuerAt(server);
    await Promise.all([issuer.checkByRef(REF), issuer.checkByRef(REF)]);
    await issuer.checkByRef(REF);
    expect(server.requests).toHaveLength(1);
    await issuer.redeem({ ref: REF, worth: { amount: 2000, currency: 'SGD' } }, () => undefined);
    await issuer.checkByRef(REF);
    expect(server.requests).toHaveLength(3);
  });

  it.each(['activate', 'deactivate'] as const)(
    'repeats the request after a range that may contain the card was sent (%s)',
    async (action) => {
      const server = await rig.serve((request) =>
        request.target.includes('/v2/') ? legacy([row]) : { meta: { status: 'succeeded' } },
      );
      const issuer = rig.issuerAt(server);
      await issuer.checkByRef(REF);
      await issuer[action]({ start: '000101', end: '000150' });
      await issuer.checkByRef(REF);
      expect(server.requests.filter(({ target }) => target.includes('/v2/'))).toHaveLength(2);
    },
  );

  it('repeats the request after a second, and after an unclear answer', async () => {
    let now = 0;
    const server = await rig.serve((_request, _socket, index) => (index === 1 ? httpAnswer(502, '') : legacy([row])));
    const issuer = rig.issuerAt(server, {}, { ...systemClock, monotonic: () => now });
    await issuer.checkByRef(REF);
    now = 1000;
    expect(await issuer.checkByRef(REF)).toEqual({ outcome: 'unclear', reason: 'HTTP 502' });
    expect(await issuer.checkByRef(REF)).toMatchObject({ outcome: 'found' });
    expect(server.requests).toHaveLength(3);
  });

  it('continues for other callers when one caller gives up', async () => {
    const server = await rig.serve(
      (_request, socket) => void setTimeout(() => socket.write(jsonAnswer(legacy([row]))), 30),
    );
    const issuer = rig.issuerAt(server);
    const giveUp = new AbortController();
    const answers = Promise.all([issuer.checkByRef(REF, giveUp.signal), issuer.checkByRef(REF)]);
    giveUp.abort();
    expect(await answers).toMatchObject([{ outcome: 'unclear', reason: 'cancelled' }, { outcome: 'found' }]);
  });

  const merchantAnswer = {
    data: { product_code: 'P/1', product_label: 'Coffee', remaining_value: 3, expiration_date: '2031-02-28 23:59:59' },
    meta: { status: 'succeeded' },
  };

  it.each(['AB/../12345', 'AB..12345', 'AB/12345'])(
    'never puts %s into an address, and reports that it could not check',
    async (ref) => {
      const server = await rig.serve(({ target }) =>
        target.includes('/v2/') ? legacy([{ ...row, voucher_settlement_ref: ref }]) : merchantAnswer,
      );
      const alone = await rig.issuerAt(server, { checkSource: 'merchant' }).checkByRef(ref);
      expect(alone).toMatchObject({ outcome: 'unclear' });
      await rig.issuerAt(server, { checkSource: 'both' }).checkByRef(ref);
      expect(server.requests.filter(({ target }) => target.includes('/v1/'))).toEqual([]);
    },
  );

  it('uses the merchant check, and requests the product once for a voucher of items', async () => {
    const product = { code: 'P/1', name: 'Coffee', is_value_based: false, is_multiple_use: true };
    const server = await rig.serve(({ target }) => (target.includes('/v3/products/') ? product : merchantAnswer));
    const issuer = rig.issuerAt(server, { checkSource: 'merchant' });
    expect(await issuer.checkByRef(REF)).toMatchObject({
      outcome: 'found',
      value: { status: 'active', remaining: { items: 3 }, singleUse: false },
    });
    await issuer.checkByRef('4000123457');
    expect(server.requests.map(({ target }) => target)).toEqual([
      '/merchant/v1/vouchers/ETX_001-4000123456',
      '/client/v3/products/P%2F1',
      '/merchant/v1/vouchers/ETX_001-4000123457',
    ]);
  });

  it('repeats the merchant check once when it did not succeed', async () => {
    const server = await rig.serve((_request, _socket, index) =>
      index === 0 ? { meta: { status: 'failed' } } : merchantAnswer,
    );
    const issuer = rig.issuerAt(server, { checkSource: 'merchant', client: null });
    expect(await issuer.checkByRef(REF)).toMatchObject({
      outcome: 'found',
      value: { remaining: null, holds: 3, singleUse: null },
    });
    expect(server.requests).toHaveLength(2);
  });

  it('does not wait for a catalogue that does not answer', async () => {
    const server = await rig.serve(({ target }) => (target.includes('/v3/products/') ? undefined : merchantAnswer));
    const before = Date.now();
    const asked = await rig.issuerAt(server, { checkSource: 'merchant' }).checkByRef(REF);
    expect(asked).toMatchObject({
      outcome: 'found',
      value: { remaining: null, holds: 3, product: { name: 'Coffee' } },
    });
    expect(Date.now() - before).toBeLessThan(2_500);
  });

  describe('if the merchant check leaves the state open', () => {
    const merchantGives = (merchant: unknown, v2: unknown) =>
      rig.serve(({ target }) =>
        target.includes('/v2/') ? v2 : target.includes('/v3/') ? refusedAnswer('404-001', 404) : merchant,
      );
    const over = { ...merchantAnswer, data: { ...merchantAnswer.data, expiration_date: '2001-02-28 23:59:59' } };
    const empty = { ...merchantAnswer, data: { ...merchantAnswer.data, remaining_value: 0 } };
    const word = (status: string, value = 5000) => legacy([{ ...row, status, remaining_value: value }]);
    const yesterday = {
      ...merchantAnswer,
      data: { ...merchantAnswer.data, expiration_date: plainTime(Date.now() - 60_000) },
    };

    it.each([
      [
        '"invalid" is not active yet',
        refusedAnswer('ERV0009'),
        word('Inactive'),
        { status: 'inactive', rawStatus: 'Inactive' },
      ],
      [
        '“invalid” without a status is unknown',
        refusedAnswer('ERV0009'),
        legacy([]),
        { status: 'unknown', rawStatus: 'ERV0009' },
      ],
      ['a zero balance is used', empty, word('Used', 0), { status: 'used', rawStatus: 'Used' }],
      [
        'a zero balance without a status is not used',
        empty,
        legacy([]),
        { status: 'unknown', rawStatus: null, holds: 0 },
      ],
      ['a zero balance is not active yet', empty, word('Inactive', 0), { status: 'inactive', rawStatus: 'Inactive' }],
      [
        'a day that is over only in the shop is over',
        yesterday,
        word('Expired'),
        { status: 'expired', rawStatus: 'Expired' },
      ],
    ])('v2 decides: %s', async (_, merchant, v2, expected) => {
      const server = await merchantGives(merchant, v2);
      const asked = await rig.issuerAt(server, { checkSource: 'merchant' }).checkByRef(REF);
      expect(asked).toMatchObject({ outcome: 'found', value: expected });
    });

    it.each([
      ['active', merchantAnswer],
      ['expired', over],
      ['void', refusedAnswer('ERV0006')],
      ['used', refusedAnswer('ERV0033')],
    ])('v2 is not requested if v1 is clear: %s', async (status, merchant) => {
      const server = await merchantGives(merchant, word('Inactive'));
      const asked = await rig.issuerAt(server, { checkSource: 'merchant' }).checkByRef(REF);
      expect(asked).toMatchObject({ outcome: 'found', value: { status } });
      expect(server.requests.filter(({ target }) => target.includes('/v2/'))).toEqual([]);
    });
  });

  describe('if both checks are used', () => {
    const product = { code: 'P/1', name: 'Coffee', is_value_based: false, is_multiple_use: true };
    const giving = (merchant: unknown, v2: unknown) =>
      rig.serve(({ target }) => (target.includes('/v2/') ? v2 : target.includes('/v3/') ? product : merchant));

    it('uses state and expiry from v2, product and kind from v1, and names the sources', async () => {
      const server = await giving(merchantAnswer, legacy([{ ...row, remaining_value: 3 }]));
      expect(await rig.issuerAt(server, { checkSource: 'both' }).checkByRef(REF)).toMatchObject({
        value: {
          status: 'active',
          rawStatus: 'Active',
          remaining: { items: 3 },
          product: { name: 'Coffee' },
          singleUse: false,
          sources: {
            status: 'legacy',
            expires: 'legacy',
            holds: 'both',
            unit: 'catalogue',
            product: 'merchant',
            singleUse: 'catalogue',
          },
        },
      });
      expect(server.requests).toHaveLength(3);
    });

    it('uses only v1 without a client API', async () => {
      const server = await giving(merchantAnswer, undefined);
      expect(await rig.issuerAt(server, { checkSource: 'both', client: null }).checkByRef(REF)).toMatchObject({
        value: {
          status: 'active',
          remaining: null,
          holds: 3,
          product: { name: 'Coffee' },
          sources: { status: 'merchant', unit: null },
        },
      });
      expect(server.requests).toHaveLength(1);
    });

    it('returns v2’s data without a kind if v1 fails', async () => {
      const server = await giving(refusedAnswer('ERV1202', 500), legacy([row]));
      expect(await rig.issuerAt(server, { checkSource: 'both' }).checkByRef(REF)).toMatchObject({
        value: {
          status: 'active',
          remaining: null,
          unit: null,
          product: null,
          sources: { status: 'legacy', holds: 'legacy', unit: null },
        },
      });
    });

    it('waits only briefly for a check that never answers', async () => {
      const server = await giving(merchantAnswer, undefined);
      const before = Date.now();
      const asked = await rig.issuerAt(server, { checkSource: 'both' }).checkByRef(REF);
      expect(asked).toMatchObject({
        value: { status: 'active', remaining: { items: 3 }, sources: { holds: 'merchant' } },
      });
      expect(Date.now() - before).toBeLessThan(3_000);
    });

    it('distinguishes an inactive card from a used one', async () => {
      const inactive = await giving(refusedAnswer('ERV0009'), legacy([{ ...row, status: 'Inactive' }]));
      expect(await rig.issuerAt(inactive, { checkSource: 'both' }).checkByRef(REF)).toMatchObject({
        value: { status: 'inactive' },
      });
      const alone = await giving(
        { ...merchantAnswer, data: { ...merchantAnswer.data, remaining_value: 0 } },
        refusedAnswer('ERV1202', 500),
      );
      expect(await rig.issuerAt(alone, { checkSource: 'both' }).checkByRef(REF)).toMatchObject({
        value: { status: 'unknown', holds: 0 },
      });
    });
  });

  it('reads the state from a refusal', async () => {
    const server = await rig.serve(() => refusedAnswer('ERV0006'));
    const asked = await rig.issuerAt(server, { checkSource: 'merchant' }).checkByRef(REF);
    expect(asked).toMatchObject({ outcome: 'found', value: { status: 'void', rawStatus: 'ERV0006', remaining: null } });
  });

  it.each([
    ['x?y=1#z', 'x%3Fy%3D1%23z'],
    ['a\r\nX-Evil: 1', 'a%0D%0AX-Evil%3A%201'],
    ['票券', '%E7%A5%A8%E5%88%B8'],
  ])('encodes the ref %j as one path segment', async (ref, encoded) => {
    const server = await rig.serve(() => merchantAnswer);
    await rig.issuerAt(server, { checkSource: 'merchant', client: null }).checkByRef(ref);
    expect(server.requests[0]?.target).toBe(`/merchant/v1/vouchers/ETX_001-${encoded}`);
    expect(server.requests[0]?.headers).not.toHaveProperty('x-evil');
  });
});

describe('checking by the id of a link', () => {
  it('uses v3 and drops fields meant for the holder only', async () => {
    const voucher = {
      voucher_code: REF,
      voucher_id: 'id-1',
      status: 'active',
      remaining_amount: 500,
      currency: 'SGD',
      short_url_pin: 12,
    };
    const server = await rig.serve(() => ({ request_id: 'r', voucher }));
    const asked = await rig.issuerAt(server).checkByVoucherId('id-1');
    expect(asked).toMatchObject({
      outcome: 'found',
      value: { ref: REF, remaining: { amount: 500, currency: 'SGD' }, source: 'client' },
    });
    expect(Object.keys(asked.outcome === 'found' ? asked.value : {})).not.toContain('shortUrlPin');
    expect(server.requests[0]).toMatchObject({ method: 'GET', target: '/client/v3/vouchers/id-1' });
  });

  it('is absent only after a 404 in the API’s own format', async () => {
    const own = jsonAnswer({ error: { code: '404-001', message: 'no' } }, 404);
    const server = await rig.serve((_request, _socket, index) => (index === 0 ? own : httpAnswer(404, '<html>')));
    const issuer = rig.issuerAt(server);
    expect(await issuer.checkByVoucherId('a')).toEqual({ outcome: 'absent' });
    expect(await issuer.checkByVoucherId('a')).toEqual({ outcome: 'unclear', reason: 'HTTP 404' });
    expect(await issuer.checkByVoucherId('..')).toEqual({ outcome: 'absent' });
    expect(server.requests).toHaveLength(2);
  });

  it('needs a token', async () => {
    const server = await rig.serve(() => ({}));
    const client = { baseUrl: server.origin, token: null, pair: null };
    expect(await rig.issuerAt(server, { client }).checkByVoucherId('a')).toEqual({ outcome: 'not-configured' });
    expect(await rig.issuerAt(server, { client: null }).checkByVoucherId('a')).toEqual({ outcome: 'not-configured' });
    expect(server.requests).toEqual([]);
  });
});
