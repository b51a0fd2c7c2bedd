import { afterEach, beforeEach, expect, it } from 'vitest';
import { VERSION } from '../../../bff/platform/base/version.ts';
import { onStores, POSTGRES, SQLITE } from '../../../testing/databases/stores.ts';
import { CASHIER_PIN, setUpShop, signedIn } from '../../../testing/rigs/people.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../../testing/test-server.ts';
import type { DeviceReport } from '../contract/fleet.ts';

const REPORT: DeviceReport = {
  version: '0.1.0',
  browser: 'Chrome 131, Android',
  reads: 'hand',
  clockErrorMs: -61_400,
  unsent: 2,
  locked: true,
};

onStores([SQLITE, POSTGRES], (kind) => {
  let server: TestServer;
  let manager: TestBrowser;
  beforeEach(async () => {
    server = await createTestServer({ store: await kind.open() });
    manager = (await setUpShop(server)).browser;
  });
  afterEach(() => server.close());

  it('the newest report of a device replaces its previous one', async () => {
    expect((await manager.send('PUT', '/api/device/report', { ...REPORT, unsent: 0 })).status).toBe(204);
    expect((await manager.send('PUT', '/api/device/report', REPORT)).status).toBe(204);
    const { body } = await manager.send('GET', '/api/fleet');
    expect(body).toMatchObject({ version: VERSION, devices: [{ name: 'Till 1', printer: null, report: REPORT }] });
  });

  it('a cashier’s device reports, but only managers see the devices', async () => {
    const cashier = await signedIn(server, manager, { name: 'Ana', role: 'cashier', pin: CASHIER_PIN });
    expect((await cashier.send('PUT', '/api/device/report', REPORT)).status).toBe(204);
    expect((await cashier.send('GET', '/api/fleet')).status).toBe(403);
    expect((await cashier.send('GET', '/api/fleet.csv')).status).toBe(403);
    const { body } = await manager.send('GET', '/api/fleet');
    expect(body).toMatchObject({
      devices: [
        { name: 'Till 1', report: null },
        { name: 'Ana’s till', report: REPORT },
      ],
    });
  });

  it('the file has a line for each device, with or without a report', async () => {
    await signedIn(server, manager, { name: 'Ana', role: 'cashier', pin: CASHIER_PIN });
    await manager.send('PUT', '/api/device/report', REPORT);
    const { body } = await manager.send('GET', '/api/fleet.csv');
    const [, first, second] = String(body).split('\r\n');
    expect(first).toMatch(/^Till 1,.*,0\.1\.0,"Chrome 131, Android",hand,,-61,2,yes$/);
    expect(second).toMatch(/^Ana’s till,/);
  });

  it('a silent device is offline once its shop was open for a while, until the shop closes or a day has passed', async () => {
    const { parts, clock } = server;
    const isOffline = async () => (await parts.devicesInUse.list(parts.shop)).devices[0]?.offline;
    /* It is 17:00 in the shop. */
    const openHours = { from: '17:10', to: '23:00' };
    expect((await manager.send('PUT', '/api/settings', { openHours })).status).toBe(200);
    await clock.advance(20 * 60_000);
    expect(await isOffline()).toBe(false);
    await clock.advance(10 * 60_000);
    expect(await isOffline()).toBe(true);
    await clock.advance(6 * 60 * 60_000);
    expect(await isOffline()).toBe(false);
    await clock.advance(18 * 60 * 60_000);
    expect(await isOffline()).toBe(false);
  });

  it('metrics count recently reported devices by version, their unsent operations and wrong clocks', async () => {
    await manager.send('PUT', '/api/device/report', REPORT);
    const values = async () =>
      (await server.parts.devicesInUse.gauges()).map(({ name, labels, value }) => [name, labels?.['version'], value]);
    expect(await values()).toEqual([
      ['tillside_devices', '0.1.0', 1],
      ['tillside_devices_unsent_operations', undefined, 2],
      ['tillside_devices_clock_off', undefined, 1],
    ]);
    await manager.send('PUT', '/api/device/report', { ...REPORT, clockErrorMs: -59_000 });
    expect(await values()).toContainEqual(['tillside_devices_clock_off', undefined, 0]);
    await server.clock.advance(16 * 60_000);
    expect(await values()).toEqual([
      ['tillside_devices_unsent_operations', undefined, 0],
      ['tillside_devices_clock_off', undefined, 0],
    ]);
  });
});
