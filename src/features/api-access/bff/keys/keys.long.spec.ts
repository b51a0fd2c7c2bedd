import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type NewKey, SCOPES } from '../../../../contract/access/key.ts';
import type { ManualClock } from '../../../../testing/clock.ts';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../../../testing/databases/stores.ts';
import { createModelIssuer, type ModelIssuer } from '../../../../testing/issuer/model-issuer.ts';
import { addPerson, at, CASHIER_PIN, codeOf, MANAGER_PIN, setUpShop, textAt } from '../../../../testing/rigs/people.ts';
import { makeProgram, programOf, type TestProgram } from '../../../../testing/rigs/program.ts';
import { SHOP } from '../../../../testing/rigs/till.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../../../testing/test-server.ts';

const CODE = '1234567890';
const HOUR_MS = 3_600_000;
const taking = (amount: number, code = CODE) => ({ code, amount, currency: 'SGD' });

onStores([SQLITE, POSTGRES], (kind) => {
  let store: TestStore;
  let server: TestServer;
  let issuer: ModelIssuer;
  let manager: TestBrowser;
  let managerId: string;
  beforeEach(async () => {
    store = await kind.open();
    server = await createTestServer({
      store,
      issuer(clock: ManualClock) {
        issuer = createModelIssuer({ clock });
        for (let number = 0; number < 10; number += 1) issuer.add(`123456789${number}`);
        return issuer;
      },
    });
    ({ browser: manager, managerId } = await setUpShop(server));
  });
  afterEach(() => server.close());

  const register = (wanted: Partial<NewKey> = {}) =>
    makeProgram(server, manager, { name: 'Register 1', scopes: [...SCOPES], ...wanted });
  const take = (program: TestProgram, amount: number, code = CODE, id: string = randomUUID()) =>
    program.send('PUT', `/api/tenders/${id}`, taking(amount, code));

  it('a program checks, redeems, reads and refunds, and the journal and the trail name its key', async () => {
    const program = await register();
    expect((await program.send('POST', '/api/vouchers/check', { code: CODE })).body).toMatchObject({
      status: 'active',
    });
    const id = randomUUID();
    const taken = await take(program, 2000, CODE, id);
    expect(taken).toMatchObject({
      status: 201,
      body: { state: 'captured', person: 'Register 1', device: 'Register 1', key: true },
    });
    expect(await take(program, 2000, CODE, id)).toMatchObject({ status: 200, body: { id, state: 'captured' } });
    expect((await program.send('GET', '/api/tenders')).body).toMatchObject([{ id }]);
    const back = await program.send('PUT', `/api/refunds/${randomUUID()}`, { tenderId: id, reason: 'returned' });
    expect(back).toMatchObject({ status: 201, body: { state: 'refunded', key: true } });
    const now = server.clock.now();
    const period = { from: new Date(now - 60_000).toISOString(), to: new Date(now + 60_000).toISOString() };
    const lines = at((await manager.send('POST', '/api/audit/search', period)).body, 'lines') as {
      action: string;
      person: { name: string };
    }[];
    const named = lines.filter(({ person }) => person?.name === 'Register 1').map(({ action }) => action);
    expect(named.sort()).toEqual(['refund.asked', 'refund.done', 'tender.asked', 'tender.taken']);
    expect(lines.some(({ action, person }) => action === 'key.made' && person.name === 'Mei')).toBe(true);
  });

  it('a redemption records entry api unless the program names another, and a repeated request is the same redemption', async () => {
    const program = await register();
    const id = randomUUID();
    expect(await take(program, 2000, CODE, id)).toMatchObject({ status: 201, body: { entry: 'api' } });
    const said = { ...taking(1000, '1234567891'), entry: 'wedge' };
    expect((await program.send('PUT', `/api/tenders/${randomUUID()}`, said)).body).toMatchObject({ entry: 'wedge' });
    expect(await take(program, 2000, CODE, id)).toMatchObject({ status: 200, body: { id, state: 'captured' } });
    const otherwise = { ...taking(2000), entry: 'typed' };
    expect(codeOf(await program.send('PUT', `/api/tenders/${id}`, otherwise))).toBe('tender-mismatch');
  });

  it('a key is shown once, is stored as a keyed hash, and appears in no log', async () => {
    const program = await register();
    await take(program, 100);
    await programOf(server, `${program.key.slice(0, -3)}abc`).send('GET', '/api/tenders');
    const listed = await manager.send('GET', '/api/keys');
    const secret = program.key.slice(17);
    const rows = JSON.stringify([
      await store.db.selectFrom('access_key').selectAll().execute(),
      listed.body,
      server.logged,
    ]);
    expect(rows).toContain(program.key.slice(0, 15));
    expect(rows).not.toContain(secret);
    expect(listed.body).toMatchObject([
      { name: 'Register 1', start: program.key.slice(0, 15), person: null, madeBy: 'Mei', revokedAt: null },
    ]);
    expect(at(listed.body, '0', 'lastUsedAt')).toBe(new Date(server.clock.now()).toISOString());
  });

  it('only a manager makes, sees or revokes keys, and no key does', async () => {
    const program = await register();
    const ana = await addPerson(manager, 'Ana', 'cashier', CASHIER_PIN);
    await manager.send('DELETE', '/api/session');
    expect((await manager.send('POST', '/api/session', { personId: ana, pin: CASHIER_PIN })).status).toBe(200);
    for (const who of [manager, program]) {
      const answers = [
        await who.send('GET', '/api/keys'),
        await who.send('POST', '/api/keys', { name: 'Mine', scopes: ['redeem'] }),
        await who.send('DELETE', `/api/keys/${program.keyId}`),
        await who.send('POST', `/api/keys/${program.keyId}/replace`),
      ];
      expect(answers.map((answer) => [answer.status, codeOf(answer)])).toEqual(answers.map(() => [403, 'not-allowed']));
    }
  });

  it.each(SCOPES)('a key without the scope %s is refused every request that needs it', async (left) => {
    const program = await register({ scopes: SCOPES.filter((scope) => scope !== left) });
    const asked = {
      check: () => program.send('POST', '/api/vouchers/check', { code: CODE }),
      redeem: () => take(program, 100),
      refund: () =>
        program.send(
          'POST',
          '/api/refunds',
          { tenderId: randomUUID(), reason: 'x' },
          { 'idempotency-key': randomUUID() },
        ),
      read: () => program.send('GET', `/api/sales/${randomUUID()}`),
      stories: () => program.send('POST', '/api/stories', { code: CODE }),
      closings: () => program.send('GET', '/api/closings'),
    };
    for (const [scope, ask] of Object.entries(asked)) {
      const answer = await ask();
      expect([scope, codeOf(answer) === 'not-allowed']).toEqual([scope, scope === left]);
    }
    expect(issuer.ledger().length).toBe(left === 'redeem' ? 0 : 1);
  });

  it('a key that may only redeem can read its own redemptions', async () => {
    const program = await register({ scopes: ['redeem'] });
    const id = randomUUID();
    await take(program, 100, CODE, id);
    expect((await program.send('GET', `/api/tenders/${id}`)).status).toBe(200);
    expect((await program.send('GET', '/api/tenders')).status).toBe(403);
  });

  it('a revoked key is refused at once, its name is free again, and its redemptions stay', async () => {
    const program = await register();
    const id = randomUUID();
    await take(program, 100, CODE, id);
    expect((await manager.send('DELETE', `/api/keys/${program.keyId}`)).status).toBe(204);
    const refused = await take(program, 100);
    expect([refused.status, codeOf(refused), refused.headers.get('www-authenticate')]).toEqual([
      401,
      'wrong-key',
      'Bearer',
    ]);
    const next = await register();
    expect(await take(next, 100)).toMatchObject({
      body: { state: 'captured', device: 'Register 1', person: 'Register 1 2' },
    });
    expect((await next.send('GET', `/api/tenders/${id}`)).body).toMatchObject({
      id,
      state: 'captured',
      device: 'Register 1',
    });
    expect((await next.send('PUT', `/api/refunds/${randomUUID()}`, { tenderId: id, reason: 'x' })).status).toBe(404);
    const again = await manager.send('POST', '/api/keys', { name: 'Register 1', scopes: ['read'] });
    expect([again.status, codeOf(again)]).toEqual([409, 'name-taken']);
    expect((await manager.send('GET', `/api/tenders/${id}`)).body).toMatchObject({ state: 'captured' });
  });

  const replace = async (program: TestProgram) => {
    const replaced = await manager.send('POST', `/api/keys/${program.keyId}/replace`);
    expect(replaced).toMatchObject({ status: 200, body: { id: program.keyId, name: 'Register 1' } });
    return programOf(server, textAt(replaced.body, 'key'), program.keyId);
  };

  it('a replaced key stays the same key: its redemptions remain, and a repeated request redeems nothing twice', async () => {
    const program = await register();
    const id = randomUUID();
    await take(program, 100, CODE, id);
    const post = (by: TestProgram) =>
      by.send('POST', '/api/tenders', taking(200, '1234567891'), { 'idempotency-key': 'order 4711' });
    const first = await post(program);
    const next = await replace(program);
    expect(await take(next, 100, CODE, id)).toMatchObject({
      status: 200,
      body: { id, state: 'captured', person: 'Register 1' },
    });
    expect((await post(next)).body).toMatchObject({ id: textAt(first.body, 'id'), state: 'captured' });
    expect((await post(program)).body).toMatchObject({ id: textAt(first.body, 'id') });
    expect((await next.send('GET', '/api/tenders')).body).toHaveLength(2);
    expect(
      (await next.send('PUT', `/api/refunds/${randomUUID()}`, { tenderId: id, reason: 'returned' })).body,
    ).toMatchObject({
      state: 'refunded',
    });
    expect(issuer.ledger().length).toBe(2);
  });

  it('the previous secret is valid for a day, and the secret before it is not', async () => {
    const program = await register();
    const statusOf = async (by: TestProgram) => (await by.send('GET', '/api/tenders')).status;
    const second = await replace(program);
    expect([await statusOf(program), await statusOf(second)]).toEqual([200, 200]);
    const listed = at((await manager.send('GET', '/api/keys')).body, '0', 'oldUntil');
    expect(listed).toBe(new Date(server.clock.now() + 24 * 3_600_000).toISOString());
    const third = await replace(program);
    expect([await statusOf(program), await statusOf(second), await statusOf(third)]).toEqual([401, 200, 200]);
    await server.clock.advance(24 * 3_600_000);
    expect([await statusOf(second), await statusOf(third)]).toEqual([401, 200]);
  });

  it('an undelivered new secret does not disable the program’s current one', async () => {
    const program = await register();
    const statusOf = async (by: TestProgram) => (await by.send('GET', '/api/tenders')).status;
    expect(await statusOf(program)).toBe(200);
    for (let round = 0; round < 3; round += 1) await replace(program);
    const used = async () => at((await manager.send('GET', '/api/keys')).body, '0', 'lastUsedAt');
    const next = await replace(program);
    expect([await statusOf(program), await used()]).toEqual([200, null]);
    expect([await statusOf(next), await used()]).toEqual([200, new Date(server.clock.now()).toISOString()]);
  });

  it('a revoked key loses both its secrets, and cannot be replaced', async () => {
    const program = await register();
    const next = await replace(program);
    await manager.send('DELETE', `/api/keys/${program.keyId}`);
    for (const by of [program, next]) expect(codeOf(await by.send('GET', '/api/tenders'))).toBe('wrong-key');
    expect((await manager.send('POST', `/api/keys/${program.keyId}/replace`)).status).toBe(404);
    const trail = await store.db.selectFrom('audit').select('action').where('subject', '=', program.keyId).execute();
    expect(trail.map(({ action }) => action)).toEqual(['key.made', 'key.replaced', 'key.revoked']);
    const rows = JSON.stringify([await store.db.selectFrom('access_key').selectAll().execute(), server.logged]);
    for (const by of [program, next]) expect(rows).not.toContain(by.key.slice(17));
  });

  it('a key that may read gets the state of a till’s redemption, without its voucher or the issuer’s data', async () => {
    const reader = await register({ scopes: ['read'] });
    const taker = await register({ name: 'Register 2', scopes: ['redeem', 'refund'] });
    const id = randomUUID();
    await manager.send('PUT', `/api/tenders/${id}`, taking(1_000_000));
    const declined = await server.parts.journal.read(SHOP, id);
    if (!declined) throw new Error('It was declined');
    const told = { vouchers: [{ remaining_value: '4200' }], refundHandle: null, authorizationId: null };
    await server.parts.journal.capture(declined, {
      kind: 'late_capture',
      captureId: 'c',
      captured: 100,
      evidence: 'search',
      ...told,
    });
    expect((await manager.send('GET', `/api/tenders/${id}`)).body).toMatchObject({ vouchers: told.vouchers });
    const seen = await reader.send('GET', `/api/tenders/${id}`);
    expect(seen).toMatchObject({
      status: 200,
      body: { id, state: 'late_capture', captured: { amount: 100 }, last4: '7890', vouchers: [] },
    });
    expect(JSON.stringify(seen.body)).not.toContain(CODE);
    expect(codeOf(await taker.send('GET', `/api/tenders/${id}`))).toBe('not-yours');
    expect(codeOf(await reader.send('GET', `/api/tenders/${randomUUID()}`))).toBe('not-found');
    expect((await taker.send('PUT', `/api/refunds/${randomUUID()}`, { tenderId: id, reason: 'x' })).status).toBe(404);
  });

  it('a key in the name of a person acts for that person, and ends when the person is disabled', async () => {
    const personId = await addPerson(manager, 'Ana', 'cashier', CASHIER_PIN);
    const program = await register({ personId });
    expect(await take(program, 100)).toMatchObject({ body: { person: 'Ana', device: 'Register 1', key: true } });
    await manager.send('PATCH', `/api/people/${personId}`, { disabled: true });
    expect(codeOf(await take(program, 100))).toBe('wrong-key');
  });

  it('a key is neither a listed device nor a listed person, and sign-in with it is impossible', async () => {
    const program = await register();
    const names = async (path: string) => JSON.stringify((await manager.send('GET', path)).body);
    expect(await names('/api/people')).not.toContain('Register 1');
    expect(await names('/api/devices')).not.toContain('Register 1');
    const { keyId } = program;
    expect((await manager.send('PATCH', `/api/people/${keyId}`, { disabled: false, pin: '592807' })).status).toBe(404);
    expect((await manager.send('DELETE', `/api/devices/${keyId}`)).status).toBe(404);
    expect((await manager.send('POST', '/api/session', { personId: keyId, pin: '592807' })).status).not.toBe(200);
  });

  it('the limits per redemption and per day hold even for parallel requests', async () => {
    const program = await register({ limits: { perRedemption: 3000, perDay: 5000 } });
    expect(codeOf(await take(program, 3001))).toBe('over-limit');
    expect(codeOf(await program.send('PUT', `/api/tenders/${randomUUID()}`, { code: CODE, items: 1 }))).toBe(
      'over-limit',
    );
    const together = await Promise.all([0, 1, 2, 3].map((number) => take(program, 2000, `123456789${number}`)));
    expect(together.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([201, 201, 403, 403]);
    const [id = ''] = together.flatMap(({ status, body }) => (status === 201 ? [textAt(body, 'id')] : []));
    expect(
      (await program.send('PUT', `/api/refunds/${randomUUID()}`, { tenderId: id, reason: 'returned' })).status,
    ).toBe(201);
    expect((await take(program, 2000, '1234567894')).status).toBe(201);
    expect(codeOf(await take(program, 1001, '1234567895'))).toBe('over-limit');
    await server.clock.advance(24 * 60 * 60_000);
    expect((await take(program, 1001, '1234567896')).status).toBe(201);
    expect(issuer.ledger().length).toBe(4);
  });

  it('a daily limit counts the captured amount, not the requested one', async () => {
    const program = await register({ limits: { perRedemption: null, perDay: 5000 } });
    issuer.failNext({ commit: 'now', answer: 'normal', partial: 1000 });
    expect((await take(program, 4000)).body).toMatchObject({ state: 'captured_partial', captured: { amount: 1000 } });
    expect((await take(program, 3000, '1234567891')).status).toBe(201);
    expect(codeOf(await take(program, 1001, '1234567892'))).toBe('over-limit');
  });

  it('a daily limit holds until the shop’s next day begins', async () => {
    await manager.send('PUT', '/api/settings', { dayBegins: '04:00' });
    const program = await register({ limits: { perRedemption: null, perDay: 5000 } });
    expect((await take(program, 3000)).status).toBe(201);
    /* 00:30 */
    await server.clock.advance(7.5 * HOUR_MS);
    expect(codeOf(await take(program, 2001, '1234567891'))).toBe('over-limit');
    await server.clock.advance(4 * HOUR_MS);
    expect((await take(program, 2001, '1234567891')).status).toBe(201);
  });

  it('a daily limit includes earlier redemptions of a day whose beginning was changed', async () => {
    const program = await register({ limits: { perRedemption: null, perDay: 5000 } });
    await server.clock.advance(6.5 * HOUR_MS);
    expect((await take(program, 3000)).status).toBe(201);
    await server.clock.advance(HOUR_MS);
    expect((await take(program, 1000, '1234567891')).status).toBe(201);
    const signedIn = await manager.send('POST', '/api/session', { personId: managerId, pin: MANAGER_PIN });
    expect(signedIn.status).toBe(200);
    await manager.send('PUT', '/api/settings', { dayBegins: '04:00' });
    expect(codeOf(await take(program, 1001, '1234567892'))).toBe('over-limit');
  });

  it('a key with too many requests must wait, and other keys need not', async () => {
    const one = await register();
    const other = await register({ name: 'Register 2' });
    const answers = await Promise.all(Array.from({ length: 61 }, () => one.send('GET', '/api/tenders')));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map((answer) => [answer.status, codeOf(answer), answer.headers.get('retry-after')])).toEqual([
      [429, 'slow-down', '1'],
    ]);
    expect((await other.send('GET', '/api/tenders')).status).toBe(200);
    await server.clock.advance(1_000);
    expect((await one.send('GET', '/api/tenders')).status).toBe(200);
  });

  it('a request with a key has the rights of the key alone, even with a manager’s cookies', async () => {
    const program = await register({ scopes: ['check'] });
    const cookie = { cookie: manager.cookieHeader() };
    expect(codeOf(await program.send('GET', '/api/keys', undefined, cookie))).toBe('not-allowed');
    const wrong = programOf(server, 'ts_nothing');
    expect(codeOf(await wrong.send('GET', '/api/keys', undefined, cookie))).toBe('wrong-key');
    const unannounced = await program.send(
      'POST',
      '/api/vouchers/check',
      { code: CODE },
      { 'content-type': 'text/plain' },
    );
    expect([unannounced.status, codeOf(unannounced)]).toEqual([415, 'not-json']);
    const preflight = await server.app.request('http://till.test/api/vouchers/check', {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('a key that was altered or belongs to another shop is unknown', async () => {
    const program = await register();
    await store.db.updateTable('access_key').set({ revoked_at: 1 }).where('id', '=', program.keyId).execute();
    const altered = program.key.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const key of [program.key, altered, 'ts_', `${program.key}x`])
      expect(codeOf(await programOf(server, key).send('GET', '/api/tenders'))).toBe('wrong-key');
  });

  it.runIf(kind === POSTGRES)('a key that is revoked on one server is refused on the other', async () => {
    if (!store.another) throw new Error('PostgreSQL takes several servers');
    const second = await createTestServer({ store: await store.another() });
    const program = await register();
    const there = programOf(second, program.key);
    expect((await there.send('GET', '/api/tenders')).status).toBe(200);
    await manager.send('DELETE', `/api/keys/${program.keyId}`);
    expect((await there.send('GET', '/api/tenders')).status).toBe(401);
    await second.close();
  });
});
