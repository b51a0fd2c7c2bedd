import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TRAINING_PEOPLE } from '../../../bff/access/people/training-people.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import type { Endpoint } from '../../../contract/platform/endpoint.ts';
import { endpoints } from '../../../contract/platform/endpoints.ts';
import { onStores, POSTGRES, SQLITE } from '../../../testing/databases/stores.ts';
import { createModelIssuer, type ModelIssuer } from '../../../testing/issuer/model-issuer.ts';
import { createAuthenticator, type SoftwareAuthenticator } from '../../../testing/rigs/authenticator.ts';
import {
  addPerson,
  CASHIER_PIN,
  codeOf,
  enrolDevice,
  MANAGER_PIN,
  setUpShop,
  signedIn,
  textAt,
} from '../../../testing/rigs/people.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../../testing/test-server.ts';
import type { ConfirmationOptions, CreationOptions } from '../contract/passkeys.ts';
import { forgetPasskeys } from './forget-passkeys.ts';
import { addOfficeMember } from './office-members.ts';

const ORIGIN = 'http://till.test';
const REF = '1234567890';
const OTHER_PIN = '481053';

onStores([SQLITE, POSTGRES], ({ open }) => {
  let server: TestServer;
  let issuer: ModelIssuer;
  let mei: TestBrowser;
  let meiId: string;
  beforeEach(async () => {
    const made = (clock: TestServer['clock']) => (issuer = createModelIssuer({ clock }));
    server = await createTestServer({ issuer: made, store: await open() });
    issuer.add(REF, { amount: 100_000, currency: 'SGD' });
    ({ browser: mei, managerId: meiId } = await setUpShop(server));
  });
  afterEach(() => server.close());

  const begin = (by: TestBrowser, pin?: string) =>
    by.send('POST', '/api/passkeys/options', pin === undefined ? {} : { pin });
  const add = (by: TestBrowser, options: unknown, authenticator: SoftwareAuthenticator) =>
    by.send('POST', '/api/passkeys', { name: 'Phone', credential: authenticator.create(options as CreationOptions) });

  async function enrol(by: TestBrowser, pin = MANAGER_PIN): Promise<SoftwareAuthenticator> {
    const authenticator = createAuthenticator(ORIGIN);
    expect((await add(by, (await begin(by, pin)).body, authenticator)).status).toBe(201);
    return authenticator;
  }

  const challenge = async (by: TestBrowser) =>
    (await by.send('POST', '/api/passkeys/confirm/options')).body as ConfirmationOptions;
  const answer = (by: TestBrowser, assertion: unknown) => by.send('POST', '/api/passkeys/confirm', assertion);
  const confirm = async (authenticator: SoftwareAuthenticator, by = mei) =>
    answer(by, authenticator.sign(await challenge(by)));
  /** A new manager’s account becomes old enough. */
  async function passDay(): Promise<void> {
    await server.clock.advance(25 * 60 * 60_000);
    await mei.send('POST', '/api/session', { personId: meiId, pin: MANAGER_PIN });
  }
  const makeCode = (by = mei) => by.send('POST', '/api/devices/codes');
  const trail = () =>
    server.db
      .selectFrom('audit')
      .select(['action', 'person_id', 'subject'])
      .where('action', 'like', 'passkey.%')
      .orderBy('seq')
      .execute();

  describe('a manager', () => {
    it('adds the first passkey with the PIN, and needs a passkey to remove the last one', async () => {
      expect([codeOf(await begin(mei)), codeOf(await begin(mei, OTHER_PIN))]).toEqual(['pin-needed', 'wrong-pin']);
      const authenticator = await enrol(mei);
      expect(codeOf(await begin(mei, MANAGER_PIN))).toBe('passkey-needed');
      const id = textAt((await mei.send('GET', '/api/passkeys')).body, '0', 'id');
      expect((await mei.send('PATCH', `/api/passkeys/${id}`, { name: 'My phone' })).status).toBe(200);
      expect(codeOf(await mei.send('DELETE', `/api/passkeys/${id}`))).toBe('passkey-needed');
      expect((await challenge(mei)).allowCredentials).toMatchObject([{ transports: ['internal'] }]);
      await confirm(authenticator);
      expect((await mei.send('DELETE', `/api/passkeys/${id}`)).status).toBe(204);
      expect((await mei.send('GET', '/api/passkeys')).body).toEqual([]);
      expect((await makeCode()).status).toBe(201);
      const entry = { person_id: meiId, subject: id };
      expect(await trail()).toEqual([
        { action: 'passkey.added', ...entry },
        { action: 'passkey.renamed', ...entry },
        { action: 'passkey.removed', ...entry },
      ]);
    });

    it('must confirm each flagged route if they have a passkey, and needs no confirmation if not', async () => {
      const lim = await signedIn(server, mei, { name: 'Lim', role: 'manager', pin: OTHER_PIN });
      await enrol(mei);
      const flagged = Object.entries(endpoints as Record<string, Endpoint>).filter(([, { confirms }]) => confirms);
      const routes = flagged.filter(([, { who }]) => who === 'manager');
      expect(routes.map(([name]) => name)).toEqual(
        expect.arrayContaining(['addPerson', 'makeKey', 'auditExport', 'exportBooks', 'exportTransactions']),
      );
      for (const [name, { method, path, request }] of routes) {
        const body = request === null ? undefined : {};
        const ask = async (by: TestBrowser) => codeOf(await by.send(method, path.replace(':id', randomUUID()), body));
        expect([name, await ask(mei)]).toEqual([name, 'passkey-needed']);
        expect([name, await ask(lim)]).not.toEqual([name, 'passkey-needed']);
      }
    });

    it('must confirm again after five minutes, and in each session', async () => {
      const authenticator = await enrol(mei);
      await confirm(authenticator);
      const other = await enrolDevice(server, mei, 'Till 2');
      await other.send('POST', '/api/session', { personId: meiId, pin: MANAGER_PIN });
      expect(codeOf(await makeCode(other))).toBe('passkey-needed');
      await stayFor(LIMITS.passkeyConfirmedMs - 1_000);
      expect((await makeCode()).status).toBe(201);
      await stayFor(1_000);
      expect(codeOf(await makeCode())).toBe('passkey-needed');
      await confirm(authenticator);
      await mei.send('POST', '/api/session', { personId: meiId, pin: MANAGER_PIN });
      expect(codeOf(await makeCode())).toBe('passkey-needed');
    });

    /** The manager works meanwhile, so that the session stays open. */
    async function stayFor(ms: number): Promise<void> {
      for (let left = ms; left > 0; left -= LIMITS.sessionIdleMs / 2) {
        await server.clock.advance(Math.min(left, LIMITS.sessionIdleMs / 2));
        await mei.send('GET', '/api/passkeys');
      }
    }

    it('cannot confirm with a passkey of another person, a removed one, an old challenge or an old answer', async () => {
      const lim = await signedIn(server, mei, { name: 'Lim', role: 'manager', pin: OTHER_PIN });
      const foreign = await enrol(lim, OTHER_PIN);
      const authenticator = await enrol(mei);
      expect(codeOf(await confirm(foreign))).toBe('wrong-passkey');
      const signed = authenticator.sign(await challenge(mei), { isUserVerified: false });
      expect([codeOf(await answer(mei, signed)), codeOf(await answer(mei, signed))]).toEqual([
        'wrong-passkey',
        'passkey-expired',
      ]);
      const late = authenticator.sign(await challenge(mei));
      await server.clock.advance(LIMITS.passkeyChallengeMs);
      await mei.send('POST', '/api/session', { personId: meiId, pin: MANAGER_PIN });
      expect(codeOf(await answer(mei, late))).toBe('passkey-expired');
      expect(codeOf(await makeCode())).toBe('passkey-needed');
      expect((await trail()).filter(({ action }) => action === 'passkey.refused')).toMatchObject([
        { person_id: meiId, subject: expect.not.stringMatching(meiId) as string },
        { person_id: meiId, subject: null },
        { person_id: meiId, subject: null },
        { person_id: meiId, subject: null },
      ]);
      await server.db.updateTable('passkey').set({ revoked_at: 1 }).where('person_id', '=', meiId).execute();
      expect(codeOf(await confirm(authenticator))).toBe('wrong-passkey');
      expect((await confirm(authenticator)).status).toBe(429);
    });

    it('adds another passkey with the PIN after IT has removed a lost one', async () => {
      await enrol(mei);
      await forgetPasskeys('Mei', server.parts);
      await expect(forgetPasskeys('Mei', server.parts)).rejects.toThrow('No manager named Mei');
      await enrol(mei);
      expect((await trail()).map(({ action }) => action)).toEqual([
        'passkey.added',
        'passkey.removed',
        'passkey.added',
      ]);
    });

    it('confirms with another manager’s PIN if the passkey is unavailable, and with no other PIN', async () => {
      await passDay();
      const sam = await addPerson(mei, 'Sam', 'cashier', CASHIER_PIN);
      const lim = await addPerson(mei, 'Lim', 'manager', OTHER_PIN);
      await enrol(mei);
      const by = (personId: string, pin: string) =>
        mei.send('POST', '/api/passkeys/confirm/manager', { personId, pin });
      expect(codeOf(await by(lim, OTHER_PIN))).toBe('new-manager');
      await passDay();
      const refused = [await by(meiId, MANAGER_PIN), await by(sam, CASHIER_PIN), await by(lim, MANAGER_PIN)];
      expect(refused.map(codeOf)).toEqual(['other-manager', 'other-manager', 'wrong-pin']);
      expect(codeOf(await makeCode())).toBe('passkey-needed');
      await server.clock.advance(1_000);
      expect((await by(lim, OTHER_PIN)).status).toBe(204);
      expect((await makeCode()).status).toBe(201);
      await stayFor(LIMITS.passkeyConfirmedMs);
      expect(codeOf(await makeCode())).toBe('passkey-needed');
      expect((await trail()).at(-1)).toEqual({ action: 'passkey.replaced', person_id: meiId, subject: null });
    });

    it('cannot confirm with a PIN if there is no other manager', async () => {
      const lim = await addPerson(mei, 'Lim', 'manager', OTHER_PIN);
      await mei.send('PATCH', `/api/people/${lim}`, { disabled: true });
      await passDay();
      await enrol(mei);
      const body = { personId: lim, pin: OTHER_PIN };
      expect(codeOf(await mei.send('POST', '/api/passkeys/confirm/manager', body))).toBe('other-manager');
      expect(codeOf(await makeCode())).toBe('passkey-needed');
    });

    it('refunds above a limit only after confirming, and a refused refund is not started', async () => {
      const limit = { refund: { above: 1_000, way: 'manager' } };
      expect((await mei.send('PUT', '/api/settings', { saleLimits: limit })).status).toBe(200);
      await server.clock.advance(1_100);
      const authenticator = await enrol(mei);
      const redeemed = async (amount: number) => {
        const { body } = await mei.send('PUT', `/api/tenders/${randomUUID()}`, { code: REF, amount, currency: 'SGD' });
        await server.clock.advance(1_000);
        return { tenderId: textAt(body, 'id'), reason: 'Wrong amount' };
      };
      const refund = (id: string, body: object) => mei.send('PUT', `/api/refunds/${id}`, body);
      expect((await refund(randomUUID(), await redeemed(1_000))).status).toBe(201);
      const [id, above] = [randomUUID(), await redeemed(1_001)];
      expect(codeOf(await refund(id, above))).toBe('passkey-needed');
      expect((await mei.send('GET', `/api/refunds/${id}`)).status).toBe(404);
      expect(await server.db.selectFrom('refund').select('id').where('id', '=', id).execute()).toEqual([]);
      expect(issuer.refundsCalled()).toHaveLength(1);
      await confirm(authenticator);
      expect(codeOf(await refund(id, above))).toBe('approval-needed');
      const wish = { kind: 'refund', refund: above };
      await mei.send('PUT', `/api/approvals/${id}`, { personId: meiId, pin: MANAGER_PIN, wish });
      expect((await refund(id, above)).body).toMatchObject({ state: 'refunded' });
      await mei.send('POST', '/api/session', { personId: meiId, pin: MANAGER_PIN });
      expect((await refund(id, above)).status).toBe(200);
      expect(issuer.refundsCalled()).toHaveLength(2);
    });
  });

  describe('a manager who joins head office', () => {
    const join = () => server.db.transaction().execute((tx) => addOfficeMember(tx, meiId, server.clock));

    it('loses the passkeys that a PIN enrolled, and cannot enrol a new one with it', async () => {
      await enrol(mei);
      await join();
      expect((await mei.send('GET', '/api/passkeys')).body).toEqual([]);
      expect(codeOf(await begin(mei, MANAGER_PIN))).toBe('not-allowed');
    });

    it('cannot confirm with a PIN, not even of another manager', async () => {
      const lim = await addPerson(mei, 'Lim', 'manager', OTHER_PIN);
      await passDay();
      await join();
      const body = { personId: lim, pin: OTHER_PIN };
      expect(codeOf(await mei.send('POST', '/api/passkeys/confirm/manager', body))).toBe('not-allowed');
    });

    it('cannot enrol a passkey with options issued before joining', async () => {
      const { body } = await begin(mei, MANAGER_PIN);
      await join();
      expect(codeOf(await add(mei, body, createAuthenticator(ORIGIN)))).toBe('not-allowed');
    });
  });

  it('people of training mode have no passkeys, and need no confirmation', async () => {
    const training = await createTestServer({ practiceVouchers: () => [], store: await open() });
    await training.parts.practice?.prepare();
    const visitor = training.browser();
    await visitor.send('POST', '/api/practice');
    const { id: personId, pin } = TRAINING_PEOPLE[2];
    expect((await visitor.send('POST', '/api/session', { personId, pin })).status).toBe(200);
    expect(codeOf(await begin(visitor, pin))).toBe('training-passkey');
    const passkey = { id: 'p', person_id: personId, credential_id: 'c', public_key: 'k', counter: 0, transports: '[]' };
    const times = { created_at: 1, last_used_at: null, revoked_at: null };
    await training.db
      .insertInto('passkey')
      .values({ ...passkey, ...times, name: 'Phone' })
      .execute();
    expect((await makeCode(visitor)).status).toBe(201);
    await training.close();
  });
});
