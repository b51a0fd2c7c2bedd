import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acrossShops } from '../../../bff/platform/store/across-shops.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import { onStores, POSTGRES, SQLITE } from '../../../testing/databases/stores.ts';
import { createAuthenticator, type SoftwareAuthenticator } from '../../../testing/rigs/authenticator.ts';
import { addPerson, at, CASHIER_PIN, codeOf, enrolDevice, setUpShop, textAt } from '../../../testing/rigs/people.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../../testing/test-server.ts';
import { revokeAccess } from '../../backups/bff/revoke-access.ts';
import type { CreationOptions } from '../contract/passkeys.ts';
import { createOfficeCode } from './office-codes.ts';
import { addOfficeMember, removeOfficeMember } from './office-members.ts';

const ORIGIN = 'http://till.test';
const NOT_SIGNED_IN = { device: null, person: null };

onStores([SQLITE, POSTGRES], ({ open }) => {
  let server: TestServer;
  let manager: TestBrowser;
  let till: TestBrowser;
  let lea: { readonly id: string; readonly name: string };
  beforeEach(async () => {
    server = await createTestServer({ store: await open() });
    ({ browser: manager } = await setUpShop(server));
    till = await enrolDevice(server, manager, 'Till 2');
    lea = await member('Lea');
  });
  afterEach(() => server.close());

  /** Makes a cashier a person of head office as well. */
  async function member(name: string) {
    const id = await addPerson(manager, name, 'cashier', CASHIER_PIN);
    await server.db.transaction().execute((tx) => addOfficeMember(tx, id, server.clock));
    return { id, name };
  }
  const removeMember = () => server.db.transaction().execute((tx) => removeOfficeMember(tx, lea.id, server.clock));

  const newCode = async () => (await createOfficeCode(NOT_SIGNED_IN, lea, { ...server.parts })).code;
  const begin = (code: string) => till.send('POST', '/api/passkeys/code/options', { code });
  const finish = (passkey: unknown) => till.send('POST', '/api/passkeys/code', passkey);
  const named = (credential: unknown) => ({ name: 'Till 2', credential });
  const optionsIn = (body: unknown) => at(body, 'options') as CreationOptions;

  async function enrol(code: string, authenticator: SoftwareAuthenticator) {
    const { body } = await begin(code);
    return finish(named(authenticator.create(optionsIn(body))));
  }

  /** Two authenticators that are enrolled for Lea. */
  async function enrolTwo(): Promise<readonly [SoftwareAuthenticator, SoftwareAuthenticator]> {
    const both = [createAuthenticator(ORIGIN), createAuthenticator(ORIGIN)] as const;
    const code = await newCode();
    for (const [before, one] of both.entries())
      expect(await enrol(code, one)).toMatchObject({ status: 200, body: { enrolled: before + 1 } });
    return both;
  }

  const challenge = async () =>
    (await till.send('POST', '/api/passkeys/sign-in/options')).body as { challenge: string; rpId: string };
  const send = (assertion: unknown) => till.send('POST', '/api/passkeys/sign-in', assertion);
  const signIn = async (authenticator: SoftwareAuthenticator) => send(authenticator.sign(await challenge()));
  const actions = async () =>
    (await server.db.selectFrom('audit').select('action').orderBy('seq').execute()).map(({ action }) => action);

  describe('a code of head office', () => {
    it('enrols two passkeys, and does not sign anyone in before both exist', async () => {
      const code = await newCode();
      const [first, second] = [createAuthenticator(ORIGIN), createAuthenticator(ORIGIN)];
      expect((await begin(code.toLowerCase())).body).toMatchObject({ name: 'Lea', enrolled: 0 });
      await enrol(code, first);
      expect(codeOf(await signIn(first))).toBe('second-passkey');
      const { body } = await begin(code);
      expect(body).toMatchObject({ name: 'Lea', enrolled: 1 });
      expect(optionsIn(body)).toMatchObject({
        rp: { id: 'till.test' },
        excludeCredentials: [{ transports: ['internal'] }],
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      await enrol(code, second);
      expect((await signIn(first)).status).toBe(200);
      expect((await signIn(second)).status).toBe(200);
      expect((await actions()).filter((action) => action.startsWith('passkey.'))).toEqual([
        'passkey.added',
        'passkey.refused',
        'passkey.added',
      ]);
    });

    it('is used up by the second passkey, expires, is replaced by the next, and slows down guessing', async () => {
      await enrolTwo();
      const [used] = await server.db.selectFrom('office_code').selectAll().execute();
      expect(used).toMatchObject({ enrolled: 2, used_at: server.clock.now() });
      const [first, second] = [await newCode(), await newCode()];
      expect(codeOf(await begin(first))).toBe('wrong-enrolment-code');
      expect((await begin(second)).status).toBe(200);
      await server.clock.advance(LIMITS.printedCodeMs);
      expect(codeOf(await begin(second))).toBe('wrong-enrolment-code');
      expect(await actions()).toContain('office.code-refused');
      for (let guess = 0; guess < 4; guess += 1) await begin('ABCD-EFGH');
      expect((await begin('ABCD-EFGH')).status).toBe(429);
    });

    it('does not enrol the same passkey twice', async () => {
      const code = await newCode();
      const authenticator = createAuthenticator(ORIGIN);
      await enrol(code, authenticator);
      expect(codeOf(await enrol(code, authenticator))).toBe('passkey-known');
      expect((await begin(code)).body).toMatchObject({ enrolled: 1 });
    });

    it('does not enrol a passkey without user verification, or from another origin', async () => {
      const code = await newCode();
      const answers = [];
      for (const deviation of [{ isUserVerified: false }, { origin: 'http://tills.test' }]) {
        const { body } = await begin(code);
        answers.push(await finish(named(createAuthenticator(ORIGIN).create(optionsIn(body), deviation))));
      }
      expect(answers.map(codeOf)).toEqual(['wrong-passkey', 'wrong-passkey']);
      expect(await server.db.selectFrom('passkey').selectAll().execute()).toEqual([]);
    });

    it('is no longer valid after a backup was restored', async () => {
      const code = await newCode();
      const manifest = { madeAt: new Date(server.clock.now()).toISOString() };
      await revokeAccess(acrossShops(server.db), { ...server.parts, manifest });
      expect(codeOf(await begin(code))).toBe('wrong-enrolment-code');
    });

    it('has no effect after its person has been removed', async () => {
      const code = await newCode();
      const { body } = await begin(code);
      await removeMember();
      expect(codeOf(await finish(named(createAuthenticator(ORIGIN).create(optionsIn(body)))))).toBe('passkey-expired');
      expect(codeOf(await begin(code))).toBe('wrong-enrolment-code');
    });
  });

  describe('a passkey', () => {
    it('signs in a person of head office, who cannot redeem, while a PIN of the same person does not', async () => {
      const [authenticator] = await enrolTwo();
      const signedIn = await signIn(authenticator);
      expect(signedIn).toMatchObject({ status: 200, body: { person: { ...lea, role: 'manager' } } });
      expect((await till.send('GET', '/api/shop')).body).toMatchObject({ visit: { office: true } });
      const tender = { code: '1234567890', amount: 100, currency: 'SGD' };
      expect(codeOf(await till.send('PUT', '/api/tenders/a1b2c3d4-0000-4000-8000-000000000001', tender))).toBe(
        'visiting',
      );
      const started = await server.db
        .selectFrom('audit')
        .select('details')
        .where('action', '=', 'session.started')
        .where('person_id', '=', lea.id)
        .execute();
      expect(started).toEqual([{ details: '{"office":true}' }]);
      await till.send('POST', '/api/session', { personId: lea.id, pin: CASHIER_PIN });
      expect((await till.send('GET', '/api/office/members')).status).toBe(403);
    });

    it('signs in once for each challenge, within ten minutes', async () => {
      const [authenticator] = await enrolTwo();
      const assertion = authenticator.sign(await challenge());
      expect([(await send(assertion)).status, codeOf(await send(assertion))]).toEqual([200, 'passkey-expired']);
      const late = authenticator.sign(await challenge());
      await server.clock.advance(LIMITS.passkeyChallengeMs);
      expect(codeOf(await send(late))).toBe('passkey-expired');
    });

    it('is refused from another origin or device, without user verification, or with an older counter', async () => {
      const [authenticator, other] = await enrolTwo();
      expect((await signIn(authenticator)).status).toBe(200);
      const refused = [
        await send(authenticator.sign(await challenge(), { origin: 'http://tills.test' })),
        await send(authenticator.sign(await challenge(), { isUserVerified: false })),
        await send(authenticator.sign(await challenge(), { counter: 1 })),
        await send({ ...other.sign(await challenge()), ...idOf(authenticator) }),
      ];
      expect(refused.map(codeOf)).toEqual(Array(4).fill('wrong-passkey'));
      const foreign = await challenge();
      const device = await enrolDevice(server, manager, 'Till 3');
      const assertion = authenticator.sign(foreign, { counter: 10 });
      expect(codeOf(await device.send('POST', '/api/passkeys/sign-in', assertion))).toBe('passkey-expired');
    });

    it('slows down a device that sends wrong answers', async () => {
      for (let guess = 0; guess < 5; guess += 1) await signIn(createAuthenticator(ORIGIN));
      expect((await signIn(createAuthenticator(ORIGIN))).status).toBe(429);
    });

    it('is refused with the reason once its person has been removed, and the session ends at once', async () => {
      const [authenticator] = await enrolTwo();
      await signIn(authenticator);
      await removeMember();
      expect((await till.send('GET', '/api/session')).status).toBe(401);
      expect(codeOf(await signIn(authenticator))).toBe('not-head-office');
      await server.db.transaction().execute((tx) => addOfficeMember(tx, lea.id, server.clock));
      expect(codeOf(await signIn(authenticator))).toBe('wrong-passkey');
    });

    it('does not leave its keys or challenges in the log', async () => {
      const [authenticator] = await enrolTwo();
      const used = await challenge();
      const assertion = authenticator.sign(used);
      await send(assertion);
      const log = server.logged.join('\n');
      for (const secret of [used.challenge, assertion.id, assertion.response.signature])
        expect(log).not.toContain(secret);
    });
  });

  describe('the passkeys of a person', () => {
    it('can be added, renamed and removed, but two must remain', async () => {
      const [authenticator] = await enrolTwo();
      await signIn(authenticator);
      const options = (await till.send('POST', '/api/passkeys/options')).body as CreationOptions;
      expect(options.excludeCredentials).toHaveLength(2);
      const added = await till.send('POST', '/api/passkeys', named(createAuthenticator(ORIGIN).create(options)));
      expect(added.status).toBe(201);
      const path = `/api/passkeys/${textAt(added.body, 'id')}`;
      expect((await till.send('PATCH', path, { name: 'My phone' })).body).toMatchObject({ name: 'My phone' });
      expect((await till.send('GET', '/api/passkeys')).body).toHaveLength(3);
      const removed = [await till.send('DELETE', path), await till.send('DELETE', path)];
      expect(removed.map(({ status }) => status)).toEqual([204, 404]);
      const [left] = (await till.send('GET', '/api/passkeys')).body as { id: string }[];
      expect(codeOf(await till.send('DELETE', `/api/passkeys/${left?.id}`))).toBe('last-passkeys');
      expect((await actions()).slice(-3)).toEqual(['passkey.added', 'passkey.renamed', 'passkey.removed']);
    });

    it('can be recovered by another person of head office, who issues a code', async () => {
      const ray = await member('Ray');
      await signIn((await enrolTwo())[0]);
      expect((await till.send('GET', '/api/office/members')).body).toEqual([
        { ...lea, passkeys: 2, current: true },
        { ...ray, passkeys: 0, current: false },
      ]);
      expect((await till.send('POST', `/api/office/members/${lea.id}/code`)).status).toBe(404);
      const made = await till.send('POST', `/api/office/members/${ray.id}/code`);
      expect((await begin(textAt(made.body, 'code'))).body).toMatchObject({ name: 'Ray', enrolled: 0 });
    });

    it('confirm a session again five minutes after the sign-in', async () => {
      const [authenticator, other] = await enrolTwo();
      await signIn(authenticator);
      const beginToAdd = () => till.send('POST', '/api/passkeys/options', {});
      expect((await beginToAdd()).status).toBe(200);
      for (let minute = 0; minute < 5; minute += 1) {
        await server.clock.advance(60_000);
        await till.send('GET', '/api/passkeys');
      }
      expect(codeOf(await beginToAdd())).toBe('passkey-needed');
      const options = (await till.send('POST', '/api/passkeys/confirm/options')).body as {
        challenge: string;
        rpId: string;
      };
      expect((await till.send('POST', '/api/passkeys/confirm', other.sign(options))).status).toBe(204);
      expect((await beginToAdd()).status).toBe(200);
    });

    it('are visible to head office only, and a cashier has none', async () => {
      const office = [
        ['GET', '/api/office/members'],
        ['POST', `/api/office/members/${lea.id}/code`],
      ] as const;
      for (const [method, path] of office) expect((await manager.send(method, path)).status).toBe(403);
      await till.send('POST', '/api/session', { personId: lea.id, pin: CASHIER_PIN });
      expect((await till.send('GET', '/api/passkeys')).status).toBe(403);
    });
  });
});

/** The ids of an authenticator’s passkey. */
function idOf(authenticator: SoftwareAuthenticator) {
  const { id, rawId } = authenticator.sign({ challenge: '', rpId: 'till.test' });
  return { id, rawId };
}

describe('on PostgreSQL with two servers', () => {
  onStores([POSTGRES], ({ open }) => {
    it('a challenge of one server is answered at the other, once', async () => {
      const store = await open();
      const [first, second] = [
        await createTestServer({ store }),
        await createTestServer({ store: await (store.another ?? open)() }),
      ];
      const { browser } = await setUpShop(first);
      const { challenge } = (await browser.send('POST', '/api/passkeys/sign-in/options')).body as { challenge: string };
      const answer = createAuthenticator(ORIGIN).sign({ challenge, rpId: 'till.test' });
      const send = (server: TestServer) =>
        server.browser().send('POST', '/api/passkeys/sign-in', answer, { cookie: browser.cookieHeader() });
      const both = await Promise.all([send(second), send(first)]);
      expect(new Set(both.map(codeOf))).toEqual(new Set(['passkey-expired', 'wrong-passkey']));
      await second.close();
      await first.close();
    });
  });
});
