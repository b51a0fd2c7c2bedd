import { afterEach, beforeEach, expect, it } from 'vitest';
import { addOfficeMember, removeOfficeMember } from '../../../features/head-office/bff/office-members.ts';
import { onStores, POSTGRES, SQLITE } from '../../../testing/databases/stores.ts';
import { addPerson, CASHIER_PIN, codeOf, enrolDevice, setUpShop, textAt } from '../../../testing/rigs/people.ts';
import { makeShop, shopNamed } from '../../../testing/rigs/shops.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../../testing/test-server.ts';

const BEDOK = shopNamed('bedok');

onStores([SQLITE, POSTGRES], ({ open }) => {
  let server: TestServer;
  let manager: TestBrowser;
  let managerId: string;
  let ana: string;
  beforeEach(async () => {
    server = await createTestServer({ store: await open() });
    ({ browser: manager, managerId } = await setUpShop(server));
    ana = await addPerson(manager, 'Ana', 'cashier', CASHIER_PIN);
    await makeShop(server.db, BEDOK);
  });
  afterEach(() => server.close());

  const worksInBedok = (person_id: string, role: 'manager' | 'cashier' = 'cashier') =>
    server.db.insertInto('place').values({ shop: BEDOK, person_id, role }).execute();
  const change = (id: string, changes: object) => manager.send('PATCH', `/api/people/${id}`, changes);
  const badge = (method: 'POST' | 'DELETE', id = ana) => manager.send(method, `/api/people/${id}/badge`);
  const office = (use: typeof addOfficeMember, id = ana) =>
    server.db.transaction().execute((tx) => use(tx, id, server.clock));
  const changes = (id = ana) => [
    () => change(id, { name: 'Anna' }),
    () => change(id, { pin: '480391' }),
    () => badge('POST', id),
    () => badge('DELETE', id),
    () => change(id, { disabled: true }),
  ];

  it('a manager of one shop cannot change a member of head office, except the role in this shop', async () => {
    await badge('POST');
    await office(addOfficeMember);
    for (const send of changes()) expect(codeOf(await send())).toBe('works-elsewhere');
    expect((await change(ana, { role: 'stock' })).status).toBe(200);
    await office(removeOfficeMember);
    for (const send of changes()) expect((await send()).status).toBeLessThan(300);
  });

  it('a head office member who manages a shop can change their own name, PIN and badge there', async () => {
    await office(addOfficeMember, managerId);
    for (const send of [() => change(managerId, { name: 'Mei Lin' }), () => badge('POST', managerId)])
      expect((await send()).status).toBeLessThan(300);
    expect((await change(managerId, { pin: '480391' })).status).toBe(200);
  });

  it('the badge of a person who works in two shops is changed only by someone who manages both', async () => {
    await badge('POST');
    await worksInBedok(ana);
    for (const send of changes()) expect(codeOf(await send())).toBe('works-elsewhere');
    await worksInBedok(managerId, 'manager');
    for (const send of changes()) expect((await send()).status).toBeLessThan(300);
  });

  it('a badge made in one shop works in all shops of its person, and in no other', async () => {
    const till = await enrolDevice(server, manager, 'Till 2');
    const code = textAt((await badge('POST')).body, 'code');
    await worksInBedok(ana);
    await server.db.updateTable('badge').set({ shop: BEDOK }).execute();
    const read = () => till.send('POST', '/api/badges', { code });
    expect((await read()).body).toMatchObject({ id: ana, role: 'cashier' });
    expect((await till.send('GET', '/api/shop')).body).toMatchObject({ badges: true });
    await server.db.deleteFrom('place').where('person_id', '=', ana).where('shop', '!=', BEDOK).execute();
    expect(codeOf(await read())).toBe('wrong-badge');
    expect((await till.send('GET', '/api/shop')).body).toMatchObject({ badges: false });
    const { details } = await server.db
      .selectFrom('audit')
      .select('details')
      .where('action', '=', 'session.badge-refused')
      .executeTakeFirstOrThrow();
    expect(details).not.toContain('Ana');
  });
});
