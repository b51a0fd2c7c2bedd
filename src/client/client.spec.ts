import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signedHeaders } from '../features/api-access/bff/webhooks/signature.ts';
import { createModelIssuer } from '../testing/issuer/model-issuer.ts';
import { setUpShop } from '../testing/rigs/people.ts';
import { makeProgram, type TestProgram } from '../testing/rigs/program.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../testing/test-server.ts';
import { createClient, type TillsideClient } from './client.ts';
import { matchRedemption } from './redemption.ts';
import type { RedemptionStore, SavedRedemption } from './store.ts';
import { verifyReturn } from './verify-return.ts';
import { verifyWebhook } from './verify-webhook.ts';

const CODES = ['1234567890', '1234567891', '1234567892'] as const;
const ASKED = { code: CODES[0], amount: 500, currency: 'SGD' };
const SIZE_MAX = 8_000;

let server: TestServer;
let manager: TestBrowser;
let program: TestProgram;
let saved: Map<string, SavedRedemption>;
let client: TillsideClient;
/** Runs instead of the delivery of the next requests, in order. */
let faults: ((deliver: () => Promise<Response>) => Promise<Response>)[];

const lost = async (deliver: () => Promise<Response>): Promise<Response> => {
  await deliver();
  throw new TypeError('fetch failed');
};
const undelivered = () => Promise.reject(new TypeError('fetch failed'));

beforeEach(async () => {
  server = await createTestServer({
    issuer(clock) {
      const issuer = createModelIssuer({ clock });
      for (const code of CODES) issuer.add(code);
      return issuer;
    },
  });
  manager = (await setUpShop(server)).browser;
  program = await makeProgram(server, manager, { name: 'Register', scopes: ['redeem', 'read'] });
  saved = new Map();
  faults = [];
  const store: RedemptionStore = {
    async getOrAdd(reference, added) {
      const stored = saved.get(reference) ?? added;
      saved.set(reference, stored);
      return stored;
    },
    get: async (reference) => saved.get(reference) ?? null,
  };
  client = createClient({
    baseUrl: 'http://till.test/',
    key: program.key,
    store,
    waitMs: 5_000,
    now: server.clock.now,
    sleep: (ms) => server.clock.advance(ms),
    fetch: async (url, init) => {
      const deliver = async () => server.app.request(url instanceof Request ? url.url : url.toString(), init);
      return (faults.shift() ?? ((run) => run()))(deliver);
    },
  });
});
afterEach(() => server.close());

describe('a redemption', () => {
  it('is stored before it is sent, and the same name is the same redemption', async () => {
    faults = [
      (deliver) => {
        expect(saved.get('R-1')).toMatchObject({ request: ASKED });
        return deliver();
      },
    ];
    const first = await client.redeem('R-1', ASKED);
    expect(first).toMatchObject({ outcome: 'redeemed', captured: { amount: 500, currency: 'SGD' } });
    expect(await client.redeem('R-1', { ...ASKED })).toEqual(first);
    await expect(client.redeem('R-1', { ...ASKED, amount: 501 })).rejects.toThrow('another redemption');
    expect(await client.redeem('R-2', ASKED)).not.toMatchObject({ id: first.id });
  });

  it('is repeated after a lost answer, and is unknown if none arrives', async () => {
    faults = [lost];
    expect(await client.redeem('R-1', ASKED)).toMatchObject({ outcome: 'redeemed' });
    faults = [lost, undelivered, undelivered, undelivered];
    const unknown = await client.redeem('R-2', { ...ASKED, code: CODES[1] });
    expect(unknown).toMatchObject({ outcome: 'unknown', tender: null });
    faults = [];
    expect(await client.redeem('R-2', { ...ASKED, code: CODES[1] })).toMatchObject({
      outcome: 'redeemed',
      id: unknown.id,
    });
  });

  it('that the issuer refuses is declined, and one that the server refuses is not redeemed', async () => {
    expect(await client.redeem('R-1', { ...ASKED, amount: 999_999 })).toMatchObject({ outcome: 'declined' });
    expect(await client.redeem('R-2', { ...ASKED, currency: 'EUR' })).toMatchObject({
      outcome: 'notRedeemed',
      reason: 'wrong-currency',
    });
  });

  it('stays unknown if its key is revoked after an answer was lost', async () => {
    faults = [
      async (deliver) => {
        await lost(deliver).catch(() => {});
        await manager.send('DELETE', `/api/keys/${program.keyId}`);
        throw new TypeError('fetch failed');
      },
    ];
    expect(await client.redeem('R-1', ASKED)).toMatchObject({ outcome: 'unknown', reason: 'wrong-key' });
  });

  it.each([
    ['an error page of a proxy', () => Promise.resolve(new Response('<h1>Not found</h1>', { status: 404 }))],
    ['the answer of another address', () => Promise.resolve(Response.json({ state: 'declined' }))],
    [
      'an answer that was cut off',
      async (deliver: () => Promise<Response>) => new Response((await (await deliver()).text()).slice(0, 30)),
    ],
    [
      'the redemption of another id',
      () =>
        Promise.resolve(
          Response.json({
            id: randomUUID(),
            state: 'declined',
            requested: { amount: 1, currency: 'SGD' },
            captured: null,
          }),
        ),
    ],
  ])('is not decided by %s', async (_, fault) => {
    faults = [fault, fault, fault, fault];
    expect(await client.redeem('R-1', ASKED)).toMatchObject({ outcome: 'unknown' });
  });

  it('can be given up before it arrived, and never afterwards', async () => {
    faults = [undelivered, undelivered, undelivered];
    expect(await client.redeem('R-1', ASKED)).toMatchObject({ outcome: 'unknown' });
    expect(await client.cancel('R-1')).toMatchObject({ outcome: 'notRedeemed', reason: 'cancelled' });
    expect(await client.redeem('R-1', ASKED)).toMatchObject({ outcome: 'notRedeemed' });
    faults = [lost, undelivered, undelivered];
    expect(await client.redeem('R-2', ASKED)).toMatchObject({ outcome: 'unknown' });
    expect(await client.cancel('R-2')).toMatchObject({ outcome: 'redeemed' });
    await expect(client.cancel('R-3')).rejects.toThrow('Nothing is stored');
  });

  it('has one function for each outcome', async () => {
    const outcome = matchRedemption(await client.redeem('R-1', ASKED), {
      redeemed: ({ captured }) => ['book', captured],
      partly: ({ left }) => ['collect', left],
      declined: () => ['another payment', null],
      notRedeemed: () => ['another payment', null],
      unknown: () => ['keep the sale open', null],
    });
    expect(outcome).toEqual(['book', { amount: 500, currency: 'SGD' }]);
  });
});

describe('a list', () => {
  it('yields every redemption once, and where to continue', async () => {
    for (const [index, code] of CODES.entries()) await client.redeem(`R-${index}`, { ...ASKED, code });
    await server.clock.advance(90_000);
    faults = [undelivered];
    const pages = client.iterate('tenders', { limit: 2 });
    const ids: string[] = [];
    let step = await pages.next();
    for (; step.done !== true; step = await pages.next()) ids.push(step.value.id);
    expect(ids.toSorted()).toEqual([...saved.values()].map(({ id }) => id).toSorted());
    expect(await client.iterate('tenders', { from: step.value }).next()).toMatchObject({ done: true });
    await expect(client.iterate('shifts').next()).rejects.toThrow('This key may not read closings.');
  });
});

describe('a signature', () => {
  const secret = `whsec_${Buffer.from('0'.repeat(32)).toString('base64')}`;
  const body = JSON.stringify({ type: 'tender.taken', timestamp: '2030-01-15T09:00:00.000Z', data: { id: 't' } });
  const at = Date.UTC(2030, 0, 15, 9);
  const message = { headers: signedHeaders({ id: 'msg_1', at, body }, [secret]), body, secret, now: () => at };

  it('of a message is accepted for its own body, secret and time', async () => {
    expect(await verifyWebhook(message)).toEqual({ id: 'msg_1', ...(JSON.parse(body) as object) });
    expect(await verifyWebhook({ ...message, headers: new Headers(message.headers) })).not.toBeNull();
    const other = `whsec_${Buffer.from('1'.repeat(32)).toString('base64')}`;
    expect(await verifyWebhook({ ...message, secret: [other, secret] })).not.toBeNull();
    for (const changed of [
      { secret: other },
      { secret: '' },
      { body: body.replace('"t"', '"u"') },
      { now: () => at + 301_000 },
      { now: () => at - 301_000 },
      { headers: {} },
      { headers: { ...message.headers, 'webhook-id': 'msg_2' } },
      { headers: { ...message.headers, 'webhook-signature': 'v1,' } },
      {
        headers: {
          ...message.headers,
          'webhook-signature': message.headers['webhook-signature']?.replace('v1,', 'v2,'),
        },
      },
    ])
      expect(await verifyWebhook({ ...message, ...changed })).toBeNull();
  });

  it('of a return is accepted for its own sale only', async () => {
    const pair = await crypto.subtle.generateKey({ name: 'Ed25519' }, true, ['sign', 'verify']);
    const { kty = '', crv = '', x = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey);
    const keys = [{ kty, crv, x }];
    const sale = { amount: 2_340, currency: 'SGD', reference: 'R-1', state: 's1', shop: 'main' };
    const said = {
      asked: '2340',
      currency: 'SGD',
      reference: 'R-1',
      state: 's1',
      till_shop: 'main',
      at: '2030-01-15T09:00:00.000Z',
      sale: 'x',
    };
    async function signed(result: Record<string, string>): Promise<string> {
      const params = new URLSearchParams({ ...said, ...result });
      params.sort();
      const sig = await crypto.subtle.sign(
        { name: 'Ed25519' },
        pair.privateKey,
        new TextEncoder().encode(params.toString()),
      );
      return `?${params}&sig=${Buffer.from(sig).toString('base64url')}`;
    }
    const taken = await signed({ status: 'taken', amount: '2000' });
    expect(await verifyReturn(taken, keys, sale)).toEqual({ outcome: 'partly', amount: 2_000, left: 340, at: said.at });
    expect(await verifyReturn(await signed({ status: 'taken', amount: '2340' }), keys, sale)).toMatchObject({
      outcome: 'redeemed',
    });
    for (const [status, outcome] of Object.entries({
      not_taken: 'notRedeemed',
      cancelled: 'cancelled',
      unknown: 'unknown',
    }))
      expect(await verifyReturn(await signed({ status, amount: '0' }), keys, sale)).toMatchObject({ outcome });
    expect(await verifyReturn(taken.replace('2000', '2001'), keys, sale)).toBeNull();
    expect(await verifyReturn(taken.replace(/&sig=.*/, ''), keys, sale)).toBeNull();
    expect(await verifyReturn(taken, [], sale)).toBeNull();
    for (const changed of [
      { amount: 2_000 },
      { currency: 'EUR' },
      { reference: 'R-2' },
      { state: 's2' },
      { shop: 'katong' },
    ])
      expect(await verifyReturn(taken, keys, { ...sale, ...changed })).toBeNull();
  });
});

it('the package needs nothing else, and is small', async () => {
  const [built] = (await build({
    configFile: false,
    publicDir: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: true,
      lib: { entry: fileURLToPath(new URL('index.ts', import.meta.url)), formats: ['es'] },
    },
  })) as Rolldown.RolldownOutput[];
  expect(built?.output.flatMap((file) => ('imports' in file ? file.imports : []))).toEqual([]);
  const [file] = built?.output ?? [];
  expect(file.code.length).toBeLessThan(SIZE_MAX);
});
