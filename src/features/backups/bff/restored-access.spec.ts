import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createGapStore } from '../../../bff/platform/store/journal-gaps.ts';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../../testing/databases/stores.ts';
import { createModelIssuer } from '../../../testing/issuer/model-issuer.ts';
import {
  addPerson,
  at,
  CASHIER_PIN,
  codeOf,
  enrolDevice,
  MANAGER_PIN,
  setUpShop,
  textAt,
} from '../../../testing/rigs/people.ts';
import { makeShop, shopNamed } from '../../../testing/rigs/shops.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../../testing/test-server.ts';

const REF = 'AB123456789';
const DAY_MS = 24 * 60 * 60_000;

interface Listed {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  readonly isForOther: boolean;
}

onStores([SQLITE, POSTGRES], (kind) => {
  let store: TestStore;
  let server: TestServer;
  let manager: TestBrowser;
  let managerId: string;
  let ana: string;
  beforeEach(async () => {
    store = await kind.open();
    server = await createTestServer({
      store,
      issuer(clock) {
        const issuer = createModelIssuer({ clock });
        issuer.add(REF);
        return issuer;
      },
      env: { WEBHOOKS_PRIVATE: 'on' },
    });
    ({ browser: manager, managerId } = await setUpShop(server));
    ana = await addPerson(manager, 'Ana', 'cashier', CASHIER_PIN);
    await manager.send('POST', `/api/people/${ana}/badge`);
    await enrolDevice(server, manager, 'Till 2');
    await manager.send('POST', '/api/keys', { name: 'Web', scopes: ['check'] });
    await manager.send('POST', '/api/webhooks', { url: 'https://1.1.1.1/hook?token=secret', news: ['tender.taken'] });
    await manager.send('PUT', `/api/holds/${randomUUID()}`, { code: REF, reason: 'Stolen' });
  });
  afterEach(() => server.close());

  /** Notes a gap like that of a restore, after a minute. */
  async function restore(
    reason: 'restored' | 'facts-gone' = 'restored',
    agoMs = DAY_MS,
    shop = server.parts.shop,
  ): Promise<void> {
    await server.clock.advance(60_000);
    const now = server.clock.now();
    await server.db.updateTable('journal_gap').set({ ended_at: now }).where('ended_at', 'is', null).execute();
    await createGapStore(server.db, shop).note({ id: randomUUID(), reason, fromAt: now - agoMs, foundAt: now });
    await server.clock.advance(60_000);
    await manager.send('POST', '/api/session', { personId: managerId, pin: MANAGER_PIN });
  }
  const listed = async (who = manager) => (await who.send('GET', '/api/restored-access')).body as readonly Listed[];
  const names = async () => (await listed()).map((entry) => `${entry.kind} ${entry.name}`);
  const decide = (decision: 'confirm' | 'end', entries: readonly Listed[], who = manager) =>
    who.send('POST', '/api/restored-access', {
      decision,
      entries: entries.map((entry) => ({ kind: entry.kind, id: entry.id })),
    });
  const cases = async () => {
    const { body } = await manager.send('GET', '/api/attention');
    return (body as readonly { kind: string }[]).filter((one) => one.kind === 'access');
  };
  const entry = async (what: string) => (await listed()).filter((one) => one.kind === what);

  it('the list has all access that is active and older than the restore, and nothing newer', async () => {
    expect([await listed(), await cases()]).toEqual([[], []]);
    await restore();
    await addPerson(manager, 'New', 'cashier', '907162');
    expect(await names()).toEqual(
      expect.arrayContaining(['person Ana', 'person Mei', 'badge Ana', 'device Till 1', 'device Till 2', 'key Web']),
    );
    expect(await names()).toEqual(expect.arrayContaining(['webhook https://1.1.1.1/hook', 'hold ··6789']));
    expect(await names()).toHaveLength(8);
    expect(await cases()).toMatchObject([{ subject: 'access', actions: [] }]);
  });

  it('a decision ends each kind of access as its own page does, and the case closes once all are decided', async () => {
    await restore();
    for (const what of ['key', 'webhook', 'hold', 'badge'])
      expect((await decide('end', await entry(what))).status).toBe(204);
    const ofAna = (await entry('person')).filter(({ id }) => id === ana);
    expect((await decide('end', ofAna)).status).toBe(204);
    expect(
      (
        await decide(
          'end',
          (await entry('device')).filter(({ name }) => name === 'Till 2'),
        )
      ).status,
    ).toBe(204);
    expect(at((await manager.send('GET', '/api/webhooks')).body)).toEqual([]);
    expect(at((await manager.send('GET', '/api/keys')).body, '0', 'revokedAt')).not.toBeNull();
    expect(at((await manager.send('GET', '/api/holds')).body, '0', 'letGo')).not.toBeNull();
    const people = (await manager.send('GET', '/api/people')).body as readonly {
      id: string;
      disabled: boolean;
      badge: boolean;
    }[];
    expect(people.find(({ id }) => id === ana)).toMatchObject({ disabled: true, badge: false });
    expect(await cases()).toHaveLength(1);
    expect((await decide('confirm', await listed())).status).toBe(204);
    expect([await listed(), await cases()]).toEqual([[], []]);
    const trail = await server.db.selectFrom('audit').select(['action', 'details']).execute();
    const confirmed = trail
      .filter(({ action }) => action === 'restore.access-confirmed')
      .map(({ details }) => JSON.parse(details) as object);
    expect(confirmed).toEqual(
      expect.arrayContaining([
        { kind: 'person', name: 'Mei' },
        { kind: 'device', name: 'Till 1' },
      ]),
    );
    expect(trail.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'key.revoked',
        'webhook.removed',
        'hold.let-go',
        'person.badge-revoked',
        'person.disabled',
        'device.revoked',
      ]),
    );
  });

  it('a repeated decision changes nothing, and only the badge of a person who was enabled again is listed', async () => {
    await restore();
    const before = await listed();
    await decide(
      'end',
      before.filter(({ id, kind: what }) => id === ana && what === 'person'),
    );
    await decide('confirm', before);
    expect((await decide('confirm', before)).status).toBe(204);
    const trail = await server.db
      .selectFrom('audit')
      .select('action')
      .where('action', '=', 'restore.access-confirmed')
      .execute();
    expect(trail).toHaveLength(before.length - 2);
    await manager.send('PATCH', `/api/people/${ana}`, { disabled: false });
    expect(await names()).toEqual(['badge Ana']);
  });

  it('a listed manager cannot confirm their own access while there is another manager', async () => {
    const otherPin = '719204';
    const other = await addPerson(manager, 'Lin', 'manager', otherPin);
    await restore();
    const own = (await entry('person')).filter(({ id }) => id === managerId);
    expect(own).toMatchObject([{ isForOther: true }]);
    const refused = await decide('confirm', own);
    expect([refused.status, codeOf(refused)]).toEqual([403, 'other-manager']);
    const lins = await enrolDevice(server, manager, 'Till 3');
    await lins.send('POST', '/api/session', { personId: other, pin: otherPin });
    expect((await decide('confirm', own, lins)).status).toBe(204);
    expect((await entry('person')).map(({ id }) => id)).not.toContain(managerId);
  });

  it('another restore lists everything once more, even if its data has decisions about an earlier one', async () => {
    await restore();
    await decide('confirm', await listed());
    await restore();
    expect(await listed()).toHaveLength(8);
  });

  it('a failover that loses seconds does not open a case, but one to a day-old copy does', async () => {
    await restore('facts-gone', 20 * 60_000);
    expect(await cases()).toEqual([]);
    await restore('facts-gone', DAY_MS);
    expect(await cases()).toHaveLength(1);
    await restore('facts-gone', 20 * 60_000);
    expect(await cases()).toHaveLength(1);
  });

  it('each shop of the server decides about its own access, and people who also work elsewhere stay active', async () => {
    await makeShop(server.db, shopNamed('katong'));
    const shop = shopNamed('katong');
    await server.db
      .insertInto('place')
      .values({ shop, person_id: ana, role: 'cashier', manager_since: null, manager_until: null })
      .execute();
    await restore();
    const ofAna = (await entry('person')).filter(({ id }) => id === ana);
    expect(codeOf(await decide('end', ofAna))).toBe('works-elsewhere');
    expect((await decide('confirm', ofAna)).status).toBe(204);
    const rows = await server.db.selectFrom('restored_decision').select(['shop', 'item_id']).execute();
    expect(rows).toEqual([{ shop: server.parts.shop, item_id: ana }]);
  });

  it('cashiers can neither see nor decide', async () => {
    await restore();
    const till = await enrolDevice(server, manager, 'Till 3');
    await till.send('POST', '/api/session', { personId: ana, pin: CASHIER_PIN });
    expect((await till.send('GET', '/api/restored-access')).status).toBe(403);
    expect((await decide('end', await listed(), till)).status).toBe(403);
    expect(textAt((await manager.send('GET', '/api/session')).body, 'person', 'id')).toBe(managerId);
  });
});
