import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LIMITS } from '../../../contract/access/limits.ts';
import { onStores, POSTGRES, SQLITE } from '../../../testing/databases/stores.ts';
import { createModelIssuer, type ModelIssuer } from '../../../testing/issuer/model-issuer.ts';
import { codeOf, MANAGER_PIN, setUpShop, signedIn, textAt } from '../../../testing/rigs/people.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../../testing/test-server.ts';

const REF = '1234567890';
const PIN = '592807';
const WRONG = '951735';

onStores([SQLITE, POSTGRES], (kind) => {
  let server: TestServer;
  let issuer: ModelIssuer;
  let managerId: string;
  let ana: TestBrowser;
  beforeEach(async () => {
    const made = (clock: TestServer['clock']) => (issuer = createModelIssuer({ clock }));
    server = await createTestServer({ issuer: made, store: await kind.open() });
    issuer.add(REF, { amount: 10_000, currency: 'SGD' });
    const { browser: mei, managerId: mia } = await setUpShop(server);
    managerId = mia;
    ana = await signedIn(server, mei, { name: 'Ana', role: 'cashier', pin: PIN });
  });
  afterEach(() => server.close());

  async function redeemed(): Promise<string> {
    const body = { code: REF, amount: 100, currency: 'SGD' };
    const taken = await ana.send('PUT', `/api/tenders/${randomUUID()}`, body);
    await server.clock.advance(1_000);
    return textAt(taken.body, 'id');
  }

  /** One that Ana may not undo alone: another sale came after it. */
  async function beyond(): Promise<{ readonly tenderId: string; readonly reason: string }> {
    const tenderId = await redeemed();
    await redeemed();
    return { tenderId, reason: 'Wrong amount' };
  }
  const refund = (id: string, body: object) => ana.send('PUT', `/api/refunds/${id}`, body);
  const approve = (id: string, body: object, pin = MANAGER_PIN) =>
    ana.send('PUT', `/api/approvals/${id}`, { personId: managerId, pin, wish: { kind: 'refund', refund: body } });

  it('a refund that a cashier may not make needs a manager’s PIN at the same till, and the trail names both people', async () => {
    const id = randomUUID();
    const wish = await beyond();
    expect(codeOf(await refund(id, wish))).toBe('undo-over');
    expect(codeOf(await approve(id, wish, WRONG))).toBe('wrong-pin');
    expect((await approve(id, wish)).body).toMatchObject({ person: 'Mei' });
    expect((await refund(id, wish)).body).toMatchObject({ state: 'refunded', person: 'Ana' });
    expect((await refund(id, wish)).status).toBe(200);
    expect(issuer.refundsCalled()).toHaveLength(1);
    const approved = await server.db.selectFrom('audit').selectAll().where('action', '=', 'refund.approved').execute();
    expect(approved).toMatchObject([{ person_id: managerId, subject: id, details: '{"for":"Ana"}' }]);
    const asked = await server.db.selectFrom('refund').select('person_id').execute();
    expect(asked).toEqual([{ person_id: await idOf('Ana') }]);
  });

  it('an approval is valid for one request only: not for another redemption, reason or id, and not twice', async () => {
    const id = randomUUID();
    const wish = await beyond();
    const other = await beyond();
    await approve(id, wish);
    for (const [asked, body] of [
      [id, other],
      [id, { ...wish, reason: 'Wrong voucher' }],
      [randomUUID(), wish],
    ] as const)
      expect(codeOf(await refund(asked, body))).toBe('undo-over');
    expect((await refund(id, wish)).status).toBe(201);
    expect(codeOf(await refund(randomUUID(), { ...wish, tenderId: other.tenderId }))).toBe('undo-over');
    expect(await server.db.selectFrom('approval').selectAll().execute()).toEqual([]);
  });

  it('an unused approval expires', async () => {
    const id = randomUUID();
    const wish = await beyond();
    await approve(id, wish);
    await server.clock.advance(LIMITS.approvalMs);
    await ana.send('POST', '/api/session', { personId: await idOf('Ana'), pin: PIN });
    expect(codeOf(await refund(id, wish))).toBe('undo-over');
    expect(issuer.refundsCalled()).toEqual([]);
  });

  it('an approval stays valid if the refund could not begin, and only a manager can approve', async () => {
    const id = randomUUID();
    const wish = await beyond();
    await approve(id, wish);
    const { tenderId } = await beyond();
    issuer.failNextRefund({ commit: 'never', answer: 'lost' });
    const held = refund(randomUUID(), { tenderId: await redeemed(), reason: 'Wrong amount' });
    await expect.poll(() => server.db.selectFrom('refund').selectAll().execute()).toHaveLength(1);
    expect(codeOf(await refund(id, wish))).toBe('voucher-open');
    await server.clock.advance(6_000);
    await held;
    expect(await server.db.selectFrom('approval').selectAll().execute()).toHaveLength(1);
    const cashier = { personId: await idOf('Ana'), pin: PIN, wish: { kind: 'refund', refund: { ...wish, tenderId } } };
    expect(codeOf(await ana.send('PUT', `/api/approvals/${randomUUID()}`, cashier))).toBe('not-allowed');
  });

  async function idOf(name: string): Promise<string> {
    const { id } = await server.db.selectFrom('person').select('id').where('name', '=', name).executeTakeFirstOrThrow();
    return id;
  }
});
