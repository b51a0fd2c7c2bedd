import { afterEach, beforeEach, expect, it } from 'vitest';
import { onStores, POSTGRES, SQLITE } from '../../../testing/databases/stores.ts';
import { codeOf, enrolDevice, MANAGER_PIN, setUpShop } from '../../../testing/rigs/people.ts';
import { makeShop, shopNamed } from '../../../testing/rigs/shops.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../../testing/test-server.ts';
import type { Scope } from '../base/scope.ts';
import type { ShopRoutes } from './shop-handlers.ts';

const BEDOK = shopNamed('bedok');

onStores([SQLITE, POSTGRES], ({ open }) => {
  let server: TestServer;
  let shops: ShopRoutes | undefined;
  let manager: TestBrowser;
  let visitor: TestBrowser;
  let shop: Scope;
  beforeEach(async () => {
    server = await createTestServer({
      store: await open(),
      routes: (table) => {
        shops = table;
      },
    });
    const { browser, managerId } = await setUpShop(server);
    manager = browser;
    ({ shop } = server.parts);
    await makeShop(server.db, BEDOK);
    /* The device belongs to the other shop; its session visits the first one. */
    visitor = await enrolDevice(server, manager, 'Till 2');
    await visitor.send('POST', '/api/session', { personId: managerId, pin: MANAGER_PIN });
    await server.db.updateTable('device').set({ shop: BEDOK }).where('name', '=', 'Till 2').execute();
  });
  afterEach(() => server.close());

  const suspend = (...some: Scope[]) => shops?.suspend(new Set(some));
  const newCode = (browser: TestBrowser) => browser.send('POST', '/api/devices/codes');

  /** Opens the events of a page. @returns a function that reads them until their end */
  async function listen(browser: TestBrowser): Promise<() => Promise<string>> {
    const { body, status } = await server.app.request('http://till.test/api/events', {
      headers: { host: 'till.test', cookie: browser.cookieHeader() },
    });
    expect(status).toBe(200);
    return () => new Response(body).text();
  }

  it('suspending a shop ends its streams at once, even those of its devices in another shop, and no others', async () => {
    const [ofManager, ofVisitor] = [await listen(manager), await listen(visitor)];
    suspend(BEDOK);
    await ofVisitor();
    expect((await newCode(manager)).status).toBe(201);
    suspend(BEDOK, shop);
    await ofManager();
    expect(codeOf(await newCode(manager))).toBe('shop-suspended');
  });

  it('a device of the suspended shop cannot create a key or a code in another shop until it is resumed', async () => {
    expect((await newCode(visitor)).status).toBe(201);
    suspend(BEDOK);
    const key = await visitor.send('POST', '/api/keys', { name: 'Web shop', scopes: ['check'] });
    expect([codeOf(await newCode(visitor)), codeOf(key)]).toEqual(['shop-suspended', 'shop-suspended']);
    suspend();
    expect((await newCode(visitor)).status).toBe(201);
  });

  it('a visitor from the suspended shop is signed out in the other shop', async () => {
    suspend(shop);
    expect(codeOf(await newCode(visitor))).toBe('signed-out');
  });
});
