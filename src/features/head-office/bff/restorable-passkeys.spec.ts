import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createGapStore } from '../../../bff/platform/store/journal-gaps.ts';
import { onStores, POSTGRES, SQLITE } from '../../../testing/databases/stores.ts';
import { addPerson, codeOf, enrolDevice, MANAGER_PIN, setUpShop, textAt } from '../../../testing/rigs/people.ts';
import { makeShop, shopNamed } from '../../../testing/rigs/shops.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../../testing/test-server.ts';
import { addOfficeMember } from './office-members.ts';

const LIN_PIN = '719204';

onStores([SQLITE, POSTGRES], ({ open }) => {
  let server: TestServer;
  let manager: TestBrowser;
  let managerId: string;
  let lin: string;
  beforeEach(async () => {
    server = await createTestServer({ store: await open() });
    ({ browser: manager, managerId } = await setUpShop(server));
    lin = await addPerson(manager, 'Lin', 'manager', LIN_PIN);
    await addPasskey(lin, 'Phone');
  });
  afterEach(() => server.close());

  async function addPasskey(person_id: string, name: string): Promise<void> {
    const [id, credential_id] = [randomUUID(), randomUUID()];
    const unused = { counter: 0, transports: '[]', last_used_at: null, revoked_at: null };
    const row = { id, person_id, credential_id, public_key: 'none', name, created_at: server.clock.now(), ...unused };
    await server.db.insertInto('passkey').values(row).execute();
  }

  /** Notes a gap like that of a restore, after a minute. */
  async function restore(): Promise<void> {
    await server.clock.advance(60_000);
    const now = server.clock.now();
    const gap = { id: randomUUID(), reason: 'restored' as const, fromAt: now - 60_000, foundAt: now };
    await createGapStore(server.db, server.parts.shop).note(gap);
    await server.clock.advance(60_000);
    await manager.send('POST', '/api/session', { personId: managerId, pin: MANAGER_PIN });
  }
  const listed = async (by = manager) => {
    const entries = (await by.send('GET', '/api/restored-access')).body as readonly { kind: string; id: string }[];
    return entries.filter(({ kind }) => kind === 'passkey');
  };
  const decide = (decision: 'confirm' | 'end', entries: Awaited<ReturnType<typeof listed>>, by = manager) =>
    by.send('POST', '/api/restored-access', { decision, entries: entries.map(({ kind, id }) => ({ kind, id })) });
  const activeNames = async () => {
    const rows = await server.db.selectFrom('passkey').select('name').where('revoked_at', 'is', null).execute();
    return rows.map(({ name }) => name);
  };

  it('a passkey from before a restore is listed with its owner and can be ended, and newer ones are unaffected', async () => {
    await restore();
    await addPasskey(lin, 'New phone');
    const found = await listed();
    expect(found).toMatchObject([{ name: 'Lin', role: 'manager', detail: 'Phone', isForOther: false }]);
    expect((await decide('end', found)).status).toBe(204);
    expect([await listed(), await activeNames()]).toEqual([[], ['New phone']]);
    expect((await decide('end', found)).status).toBe(204);
    const trail = await server.db
      .selectFrom('audit')
      .select('details')
      .where('action', '=', 'passkey.removed')
      .execute();
    expect(trail.map(({ details }) => JSON.parse(details) as object)).toEqual([{ name: 'Lin', passkey: 'Phone' }]);
  });

  it('a passkey is confirmed by a manager other than its owner, and keeps working', async () => {
    await restore();
    const lins = await enrolDevice(server, manager, 'Till 2');
    await lins.send('POST', '/api/session', { personId: lin, pin: LIN_PIN });
    const own = await listed(lins);
    expect(own).toMatchObject([{ isForOther: true }]);
    expect((await decide('confirm', own)).status).toBe(204);
    expect([await listed(), await activeNames()]).toEqual([[], ['Phone']]);
  });

  it('passkeys of head office and of disabled people are not listed', async () => {
    const lea = await addPerson(manager, 'Lea', 'cashier', '630185');
    await server.db.transaction().execute((tx) => addOfficeMember(tx, lea, server.clock));
    await addPasskey(lea, 'Key');
    await manager.send('PATCH', `/api/people/${lin}`, { disabled: true });
    await restore();
    expect(await listed()).toEqual([]);
  });

  it('a passkey of a person who also works in a shop of other managers stays', async () => {
    const shop = shopNamed('katong');
    await makeShop(server.db, shop);
    const place = { shop, person_id: lin, role: 'manager' as const, manager_since: null, manager_until: null };
    await server.db.insertInto('place').values(place).execute();
    await restore();
    expect(codeOf(await decide('end', await listed()))).toBe('works-elsewhere');
    expect(await activeNames()).toEqual(['Phone']);
  });

  it('the case itself refuses actions, because each entry is decided separately', async () => {
    await restore();
    const { body } = await manager.send('GET', '/api/attention');
    const id = textAt(
      (body as readonly { kind: string }[]).find(({ kind }) => kind === 'access'),
      'id',
    );
    const refused = await manager.send('POST', `/api/attention/${id}`, { action: 'close', reason: 'all right' });
    expect([refused.status, codeOf(refused)]).toEqual([409, 'case-moved']);
  });
});
