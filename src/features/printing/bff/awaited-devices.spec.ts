import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import { acrossShops } from '../../../bff/platform/store/across-shops.ts';
import { onStores, POSTGRES, SQLITE } from '../../../testing/databases/stores.ts';
import { at, codeOf, enrolDevice, setUpShop, textAt } from '../../../testing/rigs/people.ts';
import { makeShop, shopNamed } from '../../../testing/rigs/shops.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../../testing/test-server.ts';

const BAR = { kind: 'network', name: 'Bar', host: '10.1.2.3', port: 9100, width: 80, cutter: true, drawer: false };
const SISTER = shopNamed('bedok');

onStores([SQLITE, POSTGRES], ({ open }) => {
  let server: TestServer;
  let manager: TestBrowser;
  let bar: string;
  beforeEach(async () => {
    server = await createTestServer({ store: await open() });
    ({ browser: manager } = await setUpShop(server));
    bar = randomUUID();
    await manager.send('PUT', `/api/printers/${bar}`, BAR);
  });
  afterEach(() => server.close());

  const choose = async (name: string, printerId: string | null = bar) =>
    expect((await manager.send('PUT', '/api/awaited-devices', { name, printerId })).status).toBe(204);
  const printer = async () => at((await manager.send('GET', '/api/printers')).body, '0');
  const idOf = async (till: TestBrowser) => textAt((await till.send('GET', '/api/shop')).body, 'device', 'id');
  const enrolIn = (shop: Scope, name: string) =>
    acrossShops(server.db)
      .transaction()
      .execute((tx) => server.parts.enrolment.enrol(tx, shop, name));

  it('a till uses its printer as soon as it is enrolled, whatever the case of its name', async () => {
    await choose('till 7');
    expect(await printer()).toMatchObject({ devices: [], awaited: ['till 7'] });
    const till = await enrolDevice(server, manager, 'Till 7');
    expect(await printer()).toMatchObject({ devices: [await idOf(till)], awaited: [] });
  });

  it('a second till of the same name, and a till of another name, do not get the printer', async () => {
    await choose('Till 7');
    await enrolDevice(server, manager, 'Till 70');
    expect(await printer()).toMatchObject({ devices: [], awaited: ['Till 7'] });
    const first = await enrolDevice(server, manager, 'Till 7');
    await enrolDevice(server, manager, 'Till 7');
    expect(await printer()).toMatchObject({ devices: [await idOf(first)], awaited: [] });
  });

  it('a till of the same name in a sister shop, or one that moves there, does not get the printer', async () => {
    await makeShop(server.db, SISTER);
    await choose('Till 7');
    await enrolIn(SISTER, 'Till 7');
    expect(await printer()).toMatchObject({ devices: [], awaited: ['Till 7'] });
    const till = await enrolDevice(server, manager, 'Till 7');
    const person = { id: textAt((await manager.send('GET', '/api/session')).body, 'person', 'id'), name: 'Mei' };
    const { code } = await server.parts.enrolment.makeEnrolmentCode({
      shop: SISTER,
      device: { id: await idOf(manager), name: 'Till 1' },
      person: { ...person, role: 'manager' },
    });
    const moved = await till.send('POST', '/api/devices', { code, name: 'Till 7' });
    expect(moved.status).toBe(201);
    expect(await printer()).toMatchObject({ devices: [], awaited: [] });
    const used = acrossShops(server.db).selectFrom('device_printer').select('device_id');
    expect(await used.where('device_id', '=', textAt(moved.body, 'id')).execute()).toEqual([]);
  });

  it('the choice can be changed or removed, applies at once to a till in use, and ends with the printer', async () => {
    await choose('Till 1');
    expect(await printer()).toMatchObject({ devices: [await idOf(manager)], awaited: [] });
    await choose('Till 7');
    await choose('TILL 7', null);
    await choose('Till 8');
    expect(await printer()).toMatchObject({ awaited: ['Till 8'] });
    const unknown = await manager.send('PUT', '/api/awaited-devices', { name: 'Till 9', printerId: randomUUID() });
    expect([unknown.status, codeOf(unknown)]).toEqual([404, 'printer-gone']);
    expect((await manager.send('DELETE', `/api/printers/${bar}`)).status).toBe(204);
    await enrolDevice(server, manager, 'Till 8');
    expect(
      await server.db.selectFrom('awaited_device').selectAll().where('shop', '=', server.parts.shop).execute(),
    ).toEqual([]);
    expect(await acrossShops(server.db).selectFrom('device_printer').selectAll().execute()).toEqual([]);
  });
});
