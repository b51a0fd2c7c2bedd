import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { CANARY_SECRET, createIssuerRig, refusedAnswer, sentBody } from '../../testing/issuer/issuer-rig.ts';
import { httpAnswer } from '../../testing/raw-server.ts';
import { type Clock, systemClock } from '../platform/base/ports.ts';
import type { RedeemOrder } from './port.ts';

const REF = '4000123456';
const order: RedeemOrder = { ref: REF, worth: { amount: 2000, currency: 'SGD' } };
const captured = {
  data: { authorization_id: '11', capture_id: '12', mid: '000000000000042', captured_amount: 2000 },
  meta: { status: 'succeeded' },
  links: [{ rel: 'refund', href: '/api/transactions/edr-12/actions/refund' }],
};

const rig = createIssuerRig();
afterEach(() => rig.close());

const nothing = () => undefined;

describe('redeeming', () => {
  it('posts one voucher with the shop’s credentials, and returns the captured amount', async () => {
    const server = await rig.serve(() => captured);
    const outcome = await rig.issuerAt(server).redeem(order, nothing);
    expect(outcome).toMatchObject({
      outcome: 'captured',
      captureId: '12',
      captured: order.worth,
      refundHandle: 'edr-12',
    });
    const [request] = server.requests;
    expect(request).toMatchObject({ method: 'POST', target: '/merchant/v1/transactions?return_vouchers_info=true' });
    expect(request?.headers).toMatchObject({
      'x-client-id': 'shop-1',
      'x-client-secret': CANARY_SECRET,
      'content-type': 'application/json',
    });
    expect(sentBody(server)).toEqual({
      currency: 'SGD',
      vouchers: [{ value: 2000, product_class: 'ETX_001', ref: REF }],
    });
  });

  it.each([
    ['none', [{ product_class: 'ETX_001', ref: REF }]],
    ['items', [{ value: 2, product_class: 'ETX_001', ref: REF }]],
  ] as const)(
    'sends no currency for items, and a value only if configured (%s)',
    async (productBasedValue, vouchers) => {
      const server = await rig.serve(() => captured);
      await rig.issuerAt(server, { productBasedValue }).redeem({ ...order, worth: { items: 2 } }, nothing);
      expect(sentBody(server)).toEqual({ vouchers });
      expect(server.requests[0]?.target).toContain('return_vouchers_info=true');
    },
  );

  it('uses a new connection for every attempt', async () => {
    const server = await rig.serve(() => captured);
    const issuer = rig.issuerAt(server);
    await issuer.redeem(order, nothing);
    await issuer.redeem(order, nothing);
    expect(server.connections()).toBe(2);
  });

  it.each<[string, (socket: Socket) => void]>([
    ['the connection is reset after it read the request', (socket) => socket.resetAndDestroy()],
    [
      'half a body arrives',
      (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{"meta":{"status":"succeeded"}'),
    ],
    ['no answer arrives', () => undefined],
  ])('is unknown, and is not sent again, when %s', async (_name, misbehave) => {
    const server = await rig.serve((_request, socket) => {
      misbehave(socket);
    });
    const outcome = await rig.issuerAt(server, { upstreamTimeoutMs: 100 }).redeem(order, nothing);
    expect(outcome.outcome).toBe('unknown');
    expect(server.requests).toHaveLength(1);
    expect(JSON.stringify(outcome)).not.toMatch(new RegExp(`${CANARY_SECRET}|${REF}`));
  });

  it('is not sent when it is stopped before the first byte', async () => {
    const server = await rig.serve(() => captured);
    const outcome = await rig.issuerAt(server).redeem(order, () => {
      throw new Error('too late');
    });
    expect(outcome).toEqual({ outcome: 'not-sent', reason: 'stopped before the first byte' });
    expect(server.requests).toEqual([]);
  });

  it('is unknown after a redirect, and sends the secret to no other host', async () => {
    const elsewhere = await rig.serve(() => captured);
    const server = await rig.serve(() =>
      httpAnswer(307, '', { location: `${elsewhere.origin}/merchant/v1/transactions` }),
    );
    expect(await rig.issuerAt(server).redeem(order, nothing)).toEqual({ outcome: 'unknown', reason: 'HTTP 307' });
    expect(elsewhere.connections()).toBe(0);
  });

  it('returns the content of return_vouchers_info, without secrets and with the ref masked', async () => {
    const info = {
      ref: REF,
      product_label: '$20',
      balance: { left: 0, currency: 'SGD' },
      short_url_pin: 1234,
      url: 'https://x',
      shopping: true,
    };
    const server = await rig.serve(() => ({ ...captured, vouchers: [info, null, 7] }));
    const outcome = await rig.issuerAt(server).redeem(order, nothing);
    expect(outcome).toMatchObject({
      vouchers: [
        { ref: '··3456', product_label: '$20', 'balance.left': '0', 'balance.currency': 'SGD', shopping: 'true' },
      ],
    });
    expect(JSON.stringify(outcome)).not.toMatch(/1234"|https|4000123456/);
  });
});

describe('the log', () => {
  it('names each call and its result, and contains no address, ref or secret', async () => {
    const server = await rig.serve((_request, socket, index) =>
      index === 0 ? captured : void socket.resetAndDestroy(),
    );
    const issuer = rig.issuerAt(server, { checkSource: 'merchant', client: null });
    await issuer.redeem(order, nothing);
    await issuer.checkByRef(REF);
    const lines = rig.logLines.slice(-3);
    expect(lines[0]).toMatch(/^upstream answer {"call":"redeem","status":200,"ms":\d+}$/);
    expect(lines[1]).toMatch(/^upstream silence {"call":"merchant check","sent":true,"reason":"[A-Z_]+","ms":\d+}$/);
    expect(rig.logLines.join()).not.toMatch(new RegExp(`${REF}|${CANARY_SECRET}|127.0.0.1|/v1/`));
  });
});

describe('searching', () => {
  it('uses smaller pages if the first page is refused, and ends at a refused later page', async () => {
    const sizes: unknown[] = [];
    const server = await rig.serve(({ body }) => {
      const asked = JSON.parse(body) as { page_size: number; page_index: number };
      sizes.push(asked.page_size);
      return asked.page_size > 20 || asked.page_index > 0
        ? refusedAnswer('ERV9999')
        : { meta: { status: 'succeeded' }, data: [] };
    });
    const issuer = rig.issuerAt(server);
    expect(await issuer.searchPage({ from: 0, to: 1 }, 0)).toEqual({ outcome: 'found', value: [] });
    expect(await issuer.searchPage({ from: 0, to: 1 }, 1)).toEqual({ outcome: 'absent' });
    expect(sizes).toEqual([100, 20, 20]);
  });

  const row = {
    transaction_id: 1,
    status: 'Succeeded',
    type: 'CAPTURE',
    mid: '000000000000042',
    amount: 2000,
    currency: 'SGD',
    created: '2030-01-15T09:00:00.5',
    last_updated: '2030-01-15T09:00:01.0',
    vouchers: [
      {
        ref: REF,
        product_class: 'ETX_001',
        using_value: 2000,
        actions: [{ ref: 'a', type: 'capture', status: 'ok', codes: [7] }],
      },
    ],
  };

  it('requests one page of whole seconds and reads the rows', async () => {
    const server = await rig.serve(() => ({ meta: { status: 'succeeded' }, data: [row] }));
    const from = Date.UTC(2030, 0, 15, 8, 0, 0, 900);
    const asked = await rig.issuerAt(server).searchPage({ from, to: from + 100 }, 3);
    expect(server.requests[0]?.target).toBe('/merchant/v1/transactions/actions/search');
    expect(sentBody(server)).toEqual({
      from: '2030-01-15T08:00:00Z',
      to: '2030-01-15T08:00:01Z',
      page_size: 100,
      page_index: 3,
    });
    expect(asked).toMatchObject({
      outcome: 'found',
      value: [
        {
          transactionId: '1',
          type: 'capture',
          rawType: 'CAPTURE',
          status: 'succeeded',
          createdAt: Date.UTC(2030, 0, 15, 9, 0, 0, 500),
        },
      ],
    });
  });

  it('updates the offset of the issuer’s clock', async () => {
    const clock: Clock = { ...systemClock, now: () => Date.UTC(2030, 0, 15, 9) };
    const date = new Date(Date.UTC(2030, 0, 15, 9, 1)).toUTCString();
    const server = await rig.serve(() => httpAnswer(200, '{}', { date }));
    const issuer = rig.issuerAt(server, {}, clock);
    expect(issuer.clockOffset()).toBeNull();
    await issuer.searchPage({ from: 0, to: 1 }, 0);
    const offset = issuer.clockOffset();
    expect(Math.abs((offset?.offsetMs ?? 0) - 60_000)).toBeLessThanOrEqual(offset?.errorMs ?? 0);
    expect(offset?.errorMs).toBeGreaterThanOrEqual(500);
  });

  it('distinguishes a server error from an empty page', async () => {
    const server = await rig.serve(() => httpAnswer(500, '{"meta":{"status":"failed"},"data":[]}'));
    expect(await rig.issuerAt(server).searchPage({ from: 0, to: 1 }, 0)).toEqual({
      outcome: 'unclear',
      reason: 'HTTP 500',
    });
  });
});
