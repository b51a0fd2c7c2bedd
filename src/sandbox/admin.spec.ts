import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { adminRoutes } from './admin.ts';
import { trainingShops } from './credentials.ts';
import { DELAYS } from './delays.ts';
import { createDelivery } from './delivery.ts';
import { createFaultSwitch } from './faults.ts';
import { openLedger } from './ledger.ts';
import { createSecondShop } from './second-shop.ts';
import { NOON, type SpecSandbox, startForSpec } from './spec-kit.ts';

describe('the admin routes', () => {
  let kit: SpecSandbox;
  beforeEach(async () => {
    kit = await startForSpec();
  });
  afterEach(() => kit.sandbox.close());

  it('list the training vouchers', async () => {
    expect((await kit.send('GET', '/sandbox/vouchers')).body).toEqual(kit.sandbox.practiceVouchers());
  });

  it('return the state of one voucher, or of all', async () => {
    await kit.redeem('3000000001', 100);
    expect(await kit.truth('3000000001')).toMatchObject({
      vouchers: [{ ref: '3000000001', status: 'Used', faceValue: 2500, remaining: 0 }],
      transactions: [
        { type: 'Authorization', entries: [{ usingValue: 100, taken: 0 }] },
        { type: 'Capture', amount: 100, refundId: null, entries: [{ usingValue: 100, taken: 2500 }] },
      ],
    });
    expect((await kit.send('GET', '/sandbox/ledger')).at('vouchers.500')).toBeDefined();
  });

  it('reset the sandbox', async () => {
    await kit.faults({ errorBeforeCommit: 1 });
    expect((await kit.send('POST', '/sandbox/reset')).status).toBe(204);
    expect((await kit.redeem('1234567890', 1000)).status).toBe(200);
    await kit.send('POST', '/sandbox/reset');
    expect(await kit.truth('1234567890')).toMatchObject({
      vouchers: [{ status: 'Active', remaining: 1000 }],
      transactions: [],
    });
  });

  it('are closed to web pages', async () => {
    const headers = { origin: 'https://evil.example' };
    expect((await kit.send('POST', '/sandbox/reset', undefined, headers)).status).toBe(403);
    expect((await kit.send('GET', '/sandbox/ledger', undefined, headers)).status).toBe(403);
  });

  it.each([
    ['127.0.0.1', 200],
    ['::1', 200],
    ['::ffff:127.0.0.1', 200],
    ['192.0.2.7', 403],
    [undefined, 403],
  ])('answer the address %s with %i', async (remoteAddress, status) => {
    const ledger = openLedger(':memory:');
    const delivery = createDelivery(DELAYS);
    const secondShop = createSecondShop({ ledger, now: () => NOON, seed: 1 }, 1);
    const shops = trainingShops(2, 1);
    const routes = adminRoutes({
      ledger,
      delivery,
      secondShop,
      shops,
      faults: createFaultSwitch(),
      now: () => NOON,
      seed: 1,
    });
    const reply = await routes.request('/sandbox/vouchers', {}, { incoming: { socket: { remoteAddress } } });
    expect(reply.status).toBe(status);
    ledger.close();
  });
});
