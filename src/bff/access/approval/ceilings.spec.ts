import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LIMITS } from '../../../contract/access/limits.ts';
import { onStores, POSTGRES, SQLITE } from '../../../testing/databases/stores.ts';
import { createModelIssuer, type ModelIssuer } from '../../../testing/issuer/model-issuer.ts';
import { at, codeOf, MANAGER_PIN, setUpShop, signedIn } from '../../../testing/rigs/people.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../../testing/test-server.ts';

const PIN = '592807';
const WRONG = '951735';

onStores([SQLITE, POSTGRES], (kind) => {
  let server: TestServer;
  let issuer: ModelIssuer;
  let mei: TestBrowser;
  let managerId: string;
  let ana: TestBrowser;
  beforeEach(async () => {
    const made = (clock: TestServer['clock']) => (issuer = createModelIssuer({ clock }));
    server = await createTestServer({ issuer: made, store: await kind.open() });
    ({ browser: mei, managerId } = await setUpShop(server));
    await mei.send('PUT', '/api/settings', { pinAboveSum: 100_000, approvalAboveSum: 500_000 });
    ana = await signedIn(server, mei, { name: 'Ana', role: 'cashier', pin: PIN });
  });
  afterEach(() => server.close());

  /** An order of vouchers with this face value in dollars. */
  const order = (quantity: number, dollars: number) => ({
    productCode: 'GIFTOPEN',
    quantity,
    faceValue: dollars * 100,
  });
  const issue = (wanted: object, { id = randomUUID(), pin = undefined as string | undefined, by = ana } = {}) =>
    by.send('PUT', `/api/issues/${id}`, { ...wanted, ...(pin !== undefined && { pin }) });
  const approve = (id: string, wanted: object, { personId = managerId, pin = MANAGER_PIN } = {}) =>
    ana.send('PUT', `/api/approvals/${id}`, { personId, pin, wish: { kind: 'issue', order: wanted } });
  const entries = async (...actions: string[]) => {
    const rows = await server.db.selectFrom('audit').selectAll().orderBy('seq').execute();
    return rows
      .filter(({ action }) => actions.includes(action))
      .map((row) => ({ ...row, details: JSON.parse(row.details) as unknown }));
  };

  it('vouchers above the ceiling need the person’s own PIN, which is recorded, before anything is sent', async () => {
    const refused = await issue(order(11, 100));
    expect([refused.status, codeOf(refused)]).toEqual([403, 'pin-needed']);
    expect(codeOf(await issue(order(11, 100), { pin: WRONG }))).toBe('wrong-pin');
    expect(issuer.ordersTried()).toEqual([]);
    expect((await issue(order(11, 100), { pin: PIN })).status).toBe(201);
    expect(await entries('pin.confirmed')).toMatchObject([{ details: { quantity: 11, amount: 110_000 } }]);
  });

  it('partial orders add up over the hour, and a confirmed PIN restarts the count', async () => {
    expect((await issue(order(5, 100))).status).toBe(201);
    expect((await issue(order(5, 100))).status).toBe(201);
    expect(codeOf(await issue(order(1, 100)))).toBe('pin-needed');
    await server.clock.advance(1);
    expect((await issue(order(1, 100), { pin: PIN })).status).toBe(201);
    expect((await issue(order(10, 100))).status).toBe(201);
    expect(codeOf(await issue(order(1, 1)))).toBe('pin-needed');
    await server.clock.advance(LIMITS.ceilingHourMs);
    await ana.send('POST', '/api/session', { personId: await idOf('Ana'), pin: PIN });
    expect((await issue(order(10, 100))).status).toBe(201);
  });

  it('parallel requests cannot share the remaining amount', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => issue(order(5, 100))));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
  });

  it('a manager’s approval above the second ceiling covers one request, and both names are recorded', async () => {
    const id = randomUUID();
    const big = order(51, 100);
    const refused = await issue(big, { id, pin: PIN });
    expect(codeOf(refused)).toBe('approval-needed');
    expect(at(refused.body, 'error', 'details', 'limit')).toMatchObject({ kind: 'hour-sum', way: 'manager' });
    expect(codeOf(await approve(id, big, { pin: WRONG }))).toBe('wrong-pin');
    expect((await approve(id, big)).body).toMatchObject({ person: 'Mei' });
    expect(codeOf(await issue(big))).toBe('approval-needed');
    expect(codeOf(await issue(order(52, 100), { id }))).toBe('approval-needed');
    expect((await issue(big, { id })).status).toBe(201);
    expect((await issue(big, { id })).status).toBe(200);
    expect(codeOf(await issue(big))).toBe('approval-needed');
    const [entry] = await entries('issue.approved');
    expect(entry).toMatchObject({
      person_id: managerId,
      subject: id,
      details: { for: 'Ana', quantity: 51, product: 'GIFTOPEN' },
    });
    const permits = await server.db.selectFrom('permit').select(['operation_id', 'approver_id']).execute();
    expect(permits).toEqual([{ operation_id: id, approver_id: managerId }]);
    expect(await server.db.selectFrom('approval').selectAll().execute()).toEqual([]);
  });

  it('one approval covers all copies of a request that arrive together, which create one order', async () => {
    const id = randomUUID();
    const big = order(51, 100);
    await approve(id, big);
    const answers = await Promise.all([issue(big, { id }), issue(big, { id }), issue(big, { id })]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 200, 201]);
  });

  it('an approval expires after two minutes, and does not cover another cashier', async () => {
    const id = randomUUID();
    const other = randomUUID();
    const big = order(51, 100);
    const ben = await signedIn(server, mei, { name: 'Ben', role: 'cashier', pin: '730264' });
    await approve(other, big);
    expect(codeOf(await issue(big, { id: other, by: ben }))).toBe('approval-needed');
    await approve(id, big);
    await server.clock.advance(LIMITS.approvalMs);
    await ana.send('POST', '/api/session', { personId: await idOf('Ana'), pin: PIN });
    expect(codeOf(await issue(big, { id }))).toBe('approval-needed');
  });

  it('only managers can approve, and their wrong PINs count with those at sign-in', async () => {
    const id = randomUUID();
    const answer = await approve(id, order(51, 100), { personId: await idOf('Ana'), pin: PIN });
    expect([answer.status, codeOf(answer)]).toEqual([403, 'not-allowed']);
    await approve(id, order(51, 100), { pin: WRONG });
    const next = await approve(id, order(51, 100), { pin: WRONG });
    expect(at(next.body, 'error', 'details', 'attemptsLeft')).toBe(8);
    expect(await entries('pin.refused')).toHaveLength(2);
  });

  it('a manager needs only their own PIN', async () => {
    expect(codeOf(await issue(order(51, 100), { by: mei }))).toBe('pin-needed');
    expect((await issue(order(51, 100), { by: mei, pin: MANAGER_PIN })).status).toBe(201);
  });

  it('cards add up over the hour, except those of activations that did not begin', async () => {
    const sam = await signedIn(server, mei, { name: 'Sam', role: 'stock', pin: '730264' });
    const put = (start: number, pin?: string) => {
      const range = { start: String(start), end: String(start + 49), count: 50 };
      return sam.send('PUT', `/api/activations/${randomUUID()}`, {
        ranges: [range],
        ...(pin !== undefined && { pin }),
      });
    };
    expect((await put(100_001)).status).toBe(201);
    expect(codeOf(await put(100_001))).toBe('ranges-overlap');
    expect((await put(200_001)).status).toBe(201);
    expect(codeOf(await put(300_001))).toBe('pin-needed');
    await mei.send('PUT', '/api/settings', { approvalAboveCards: 120 });
    const id = randomUUID();
    const ranges = [{ start: '400001', end: '400050', count: 50 }];
    expect(codeOf(await sam.send('PUT', `/api/activations/${id}`, { ranges, pin: '730264' }))).toBe('approval-needed');
    const wish = { kind: 'activation', ranges };
    expect(
      (await sam.send('PUT', `/api/approvals/${id}`, { personId: managerId, pin: MANAGER_PIN, wish })).status,
    ).toBe(200);
    expect((await sam.send('PUT', `/api/activations/${id}`, { ranges })).status).toBe(201);
    expect(await entries('activation.approved')).toMatchObject([
      { person_id: managerId, details: { for: 'Sam', cards: 50 } },
    ]);
  });

  async function idOf(name: string): Promise<string> {
    return (await server.db.selectFrom('person').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;
  }
});
