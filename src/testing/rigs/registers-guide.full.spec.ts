import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../bff/platform/base/logging.ts';
import { systemRandom } from '../../bff/platform/base/ports.ts';
import { readConfig } from '../../bff/platform/config/config.ts';
import { type Listening, listen } from '../../bff/platform/http/listen.ts';
import { createGapStore } from '../../bff/platform/store/journal-gaps.ts';
import type { NewKey } from '../../contract/access/key.ts';
import { endpoints } from '../../contract/platform/endpoints.ts';
import { NEWS } from '../../contract/platform/news.ts';
import { linkOutcomeSchema } from '../../contract/redemption/return-address.ts';
import { statesOf, TENDER_STATES } from '../../contract/redemption/states.ts';
import { makeSecret, signedHeaders } from '../../features/api-access/bff/webhooks/signature.ts';
import { frameReport } from '../../features/registers/contract/register-frame.ts';
import { freePort } from '../free-port.ts';
import { createModelIssuer, type ModelIssuer } from '../issuer/model-issuer.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../test-server.ts';
import { setUpShop, signedIn, textAt } from './people.ts';
import { makeProgram } from './program.ts';
import { SHOP } from './till.ts';

const GUIDE = readFileSync(fileURLToPath(new URL('../../../docs/registers.md', import.meta.url)), 'utf8');
const CODE = '1000000050';
const programs = new Map([...GUIDE.matchAll(/```js\n\/\/ (\S+)\n([^]*?)```/g)].map(([, name = '', code = '']) => [name, code]));

let folder: string;
let server: TestServer;
let manager: TestBrowser;
let till: Listening;
let running: ChildProcess[];
let issuer: ModelIssuer;
/** Bodies of the programs' redemption requests, in order. */
let bodies: Record<string, unknown>[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillside-guide-'));
  running = [];
  bodies = [];
  server = await createTestServer({
    issuer: (clock) => {
      issuer = createModelIssuer({ clock });
      issuer.add(CODE, { amount: 5000, currency: 'SGD' });
      return issuer;
    },
  });
  manager = (await setUpShop(server)).browser;
  const log = createLogger('silent', { write: () => undefined });
  till = await listen({ ...readConfig({ PORT: '0' }), fetch: overheard, log });
});
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  await till.stop(0);
  await server.close();
  rmSync(folder, { recursive: true });
});

async function overheard(request: Request): Promise<Response> {
  if (request.method === 'PUT') bodies.push((await request.clone().json()) as Record<string, unknown>);
  return server.app.fetch(request);
}

/** Runs a program of the guide unchanged. @returns its output so far, and a promise of its end */
function run(name: string, env: Record<string, string>, args: readonly string[] = []) {
  const file = join(folder, name);
  writeFileSync(file, programs.get(name) ?? 'throw new Error("not in the guide")');
  const child = spawn(process.execPath, [file, ...args], {
    cwd: folder,
    env: { ...process.env, TILL: `http://127.0.0.1:${till.port}`, ...env },
  });
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return { output: () => output, ended, kill: () => child.kill('SIGKILL') };
}

/** The text of a page of a program that is starting. */
const pageAt = (address: string) => vi.waitFor(async () => (await fetch(address)).text(), { timeout: 10_000, interval: 50 });

/** The running pay-link program, and the outcomes that it receives from this till. */
async function runPayLink({ signs = false, by = manager } = {}) {
  const port = await freePort();
  const listed = await manager.send('POST', '/api/registers', { origin: `http://127.0.0.1:${port}`, name: 'Guide' });
  const secret = signs ? await manager.send('POST', `/api/registers/${textAt(listed.body, 'id')}/secret`) : null;
  run('pay-link.mjs', { PORT: String(port), SECRET: secret === null ? '' : textAt(secret.body, 'secret') });
  const ask = async () => {
    const [, link = ''] = /href="([^"]*)"/.exec(await pageAt(`http://127.0.0.1:${port}/`)) ?? [];
    return new URL(link).searchParams;
  };
  const open = (asked: URLSearchParams, changes: object = {}, id: string = randomUUID()) => {
    const [reference, state, sig] = ['reference', 'state', 'sig'].map((name) => asked.get(name) ?? undefined);
    const link = { amount: Number(asked.get('amount')), currency: asked.get('currency'), returnUrl: asked.get('return_url') };
    return by.send('PUT', `/api/pay-links/${id}`, { ...link, reference, state, sig, ...changes });
  };
  const opened = async (asked: URLSearchParams, changes?: object) => {
    const { status, body } = await open(asked, changes);
    expect(status).toBe(201);
    return textAt(body, 'id');
  };
  const take = async (saleId: string, amount: number) => {
    const id = randomUUID();
    const tender = { code: CODE, amount, currency: 'SGD', saleId, receiptNo: 'R-1' };
    expect((await by.send('PUT', `/api/tenders/${id}`, tender)).body).toMatchObject({ state: 'captured' });
    return id;
  };
  const way = async (sale: string, awaiting: string[] = []) =>
    textAt((await by.send('POST', `/api/pay-links/${sale}/return`, { awaiting })).body, 'url');
  const say = async (url: string) => (await fetch(url)).text();
  return { ask, open, opened, take, way, say };
}

const NOT_BOOKED = '<h1>Not booked</h1>';

it('the pay link program books a signed result once, and no other', async () => {
  const { ask, opened, take, way, say } = await runPayLink();
  const sale = await opened(await ask());
  const unknown = await way(sale, [randomUUID()]);
  expect(await say(unknown)).toBe('<h1>unknown 0, left: nobody knows, the sale stays open</h1>');
  await take(sale, 2000);
  const taken = await way(sale);
  for (const forged of [taken.replace('amount=2000', 'amount=2340'), taken.replace(/&sig=[^&]*/, ''), unknown.replace('unknown', 'taken')])
    expect(await say(forged)).toBe(NOT_BOOKED);
  expect(await say(taken)).toBe('<h1>taken 2000, left: 340</h1>');
  expect(await say(taken)).toBe(NOT_BOOKED);
});

it('the pay link program does not book a link altered on its way to the till', async () => {
  const { ask, opened, take, way, say } = await runPayLink();
  const asked = await ask();
  const cheap = await opened(asked, { amount: 100 });
  await take(cheap, 100);
  expect(await say(await way(cheap))).toBe(NOT_BOOKED);
  const other = await opened(asked, { reference: 'R-9999' });
  await take(other, 2340);
  expect(await say(await way(other))).toBe(NOT_BOOKED);
  const right = await opened(asked);
  await take(right, 2340);
  expect(await say(await way(right))).toBe('<h1>taken 2340, left: 0</h1>');
});

it('the pay link program rejects results of another sale, and results older than the last result', async () => {
  const { ask, opened, take, way, say } = await runPayLink();
  const first = await ask();
  const second = await ask();
  const sale = await opened(first);
  const cancelled = await way(await opened(second));
  await take(sale, 2340);
  const taken = await way(sale);
  const moved = new URL(taken);
  moved.searchParams.set('state', second.get('state') ?? '');
  expect(await say(moved.href)).toBe(NOT_BOOKED);
  await server.clock.advance(1_000);
  expect(await say(await way(sale, [randomUUID()]))).toContain('unknown');
  expect(await say(taken)).toBe(NOT_BOOKED);
  expect(await say(await way(sale))).toBe('<h1>taken 2340, left: 0</h1>');
  expect(await say(cancelled)).toBe('<h1>cancelled 0, left: 2340</h1>');
});

it('a redeemed result is final for the pay link program’s cashier, and a cancelled result is permanent', async () => {
  const ana = await signedIn(server, manager, { name: 'Ana', role: 'cashier', pin: '730264' });
  const { ask, opened, take, way, say } = await runPayLink({ by: ana });
  const sale = await opened(await ask());
  const tenderId = await take(sale, 2340);
  const taken = await way(sale);
  const undo = await ana.send('PUT', `/api/refunds/${randomUUID()}`, { tenderId, reason: 'x' });
  expect(undo.body).toMatchObject({ error: { code: 'register-told' } });
  expect(await say(taken)).toBe('<h1>taken 2340, left: 0</h1>');

  const over = await opened(await ask());
  expect(await say(await way(over))).toBe('<h1>cancelled 0, left: 2340</h1>');
  const late = { code: CODE, amount: 100, currency: 'SGD', saleId: over };
  expect((await manager.send('PUT', `/api/tenders/${randomUUID()}`, late)).body).toMatchObject({ error: { code: 'sale-closed' } });
});

it('a register that signs its links, like the program, refuses other links', async () => {
  const { ask, open, opened, take, way, say } = await runPayLink({ signs: true });
  const asked = await ask();
  for (const changes of [{ amount: 100 }, { reference: 'R-9999' }, { state: 'x' }, { sig: undefined }])
    expect((await open(asked, changes)).body).toMatchObject({ error: { code: 'link-not-signed' } });
  const sale = await opened(asked);
  await take(sale, 2340);
  expect(await say(await way(sale))).toBe('<h1>taken 2340, left: 0</h1>');
});

/** The output of the API program, line by line. */
async function redeem(amount: string, env: Record<string, string>): Promise<Record<string, unknown>[]> {
  const { output, ended } = run('redeem.mjs', env, [CODE, amount]);
  await ended;
  return output()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

const ALL: NewKey['scopes'] = ['check', 'redeem', 'refund', 'read'];

it('the API program prints the redeemed amount, and does not redeem twice with the same id', async () => {
  const { key: KEY } = await makeProgram(server, manager, { name: 'Guide', scopes: ALL });
  const said = async (amount: string, ID: string = randomUUID()) => (await redeem(amount, { KEY, ID }))[0];
  const id = randomUUID();
  expect(await said('500', id)).toMatchObject({ id, status: 201, outcome: 'taken', captured: { amount: 500 } });
  expect(await said('500', id)).toMatchObject({ id, status: 200, outcome: 'taken' });
  expect(await said('501', id)).toMatchObject({ status: 409, problem: 'tender-mismatch' });
  expect(await said('900000')).toMatchObject({ outcome: 'not_taken', captured: null });
});

it('the API program does not redeem twice if its key is replaced meanwhile', async () => {
  const { key, keyId } = await makeProgram(server, manager, { name: 'Guide', scopes: ALL });
  const ID = randomUUID();
  const [first] = await redeem('500', { KEY: key, ID });
  const replaced = textAt((await manager.send('POST', `/api/keys/${keyId}/replace`)).body, 'key');
  const SENT_AT = String(first?.['sentAt']);
  for (const KEY of [replaced, key]) expect(await redeem('500', { KEY, ID, SENT_AT })).toMatchObject([{ status: 200, outcome: 'taken' }]);
  await manager.send('DELETE', `/api/keys/${keyId}`);
  const { key: other } = await makeProgram(server, manager, { name: 'Another', scopes: ['redeem'] });
  expect(await redeem('500', { KEY: other, ID, SENT_AT })).toMatchObject([{ status: 404, problem: 'not-yours' }]);
  expect(issuer.ledger().map(({ amount }) => amount)).toEqual([500]);
});

it('the API program waits while the journal may be incomplete, and sends the age of its first request', async () => {
  const { key: KEY } = await makeProgram(server, manager, { name: 'Guide', scopes: ALL });
  const now = server.clock.now();
  const gaps = createGapStore(server.db, SHOP);
  await gaps.note({ id: randomUUID(), reason: 'restored', fromAt: now - 60_000, foundAt: now });
  await server.parts.opening.start();
  const ID = randomUUID();
  const { output, ended } = run('redeem.mjs', { KEY, ID }, [CODE, '500']);
  await vi.waitFor(() => expect(output()).toContain('"problem":"journal-gap"'), { timeout: 10_000 });
  expect(bodies[0]).not.toHaveProperty('sentAgoMs');
  const latest = await gaps.latest();
  await gaps.end(latest?.id ?? '', server.clock.now(), null);
  await vi.waitFor(
    async () => {
      await server.clock.advance(10_000);
      expect(output()).toMatch(/"outcome":"(taken|not_taken)"/);
    },
    { timeout: 20_000, interval: 200 },
  );
  await ended;
  const again = bodies.slice(1).map((sent) => sent['sentAgoMs']);
  /* Retry-After is five seconds, and a second is given to a clock that ticks otherwise. */
  expect([again.length > 0, again.every((ms) => typeof ms === 'number' && ms >= 4_000)]).toEqual([true, true]);
  expect(issuer.ledger().length).toBeLessThanOrEqual(1);
});

it('the webhook program accepts signed messages once, and rejects forged and old messages', async () => {
  const port = await freePort();
  const secret = makeSecret(systemRandom);
  const { output } = run('webhook.mjs', { PORT: String(port), SECRET: secret });
  const body = JSON.stringify({ type: NEWS[0], data: { id: 't1' } });
  const send = async (signing: string, at: number, sent = body) => {
    const headers = signedHeaders({ id: 'msg_1', at, body }, [signing]);
    return (await fetch(`http://127.0.0.1:${port}/hook`, { method: 'POST', headers, body: sent })).status;
  };
  await pageAt(`http://127.0.0.1:${port}/`);
  expect(await send(makeSecret(systemRandom), Date.now())).toBe(401);
  expect(await send(secret, Date.now() - 600_000)).toBe(401);
  expect(await send(secret, Date.now(), `${body} `)).toBe(401);
  expect([await send(secret, Date.now()), await send(secret, Date.now())]).toEqual([204, 204]);
  expect(output()).toBe(`${body}\n`);
});

it('the program with the client redeems once, also if it was killed before the answer', async () => {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'silent',
    build: {
      outDir: join(folder, 'node_modules/@tillside/client'),
      lib: { entry: fileURLToPath(new URL('../../client/index.ts', import.meta.url)), formats: ['es'], fileName: 'index' },
    },
  });
  const manifest = new URL('../../client/package.json', import.meta.url);
  writeFileSync(join(folder, 'node_modules/@tillside/client/package.json'), readFileSync(manifest));
  const { key: KEY } = await makeProgram(server, manager, { name: 'Client', scopes: ['redeem'] });
  const start = () => run('client.mjs', { KEY }, ['R-1029/1', CODE, '500']);
  issuer.failNext({ commit: 'now', answer: { afterMs: 60_000 } });
  const first = start();
  await vi.waitFor(() => expect(issuer.attempts()).toBe(1), { timeout: 20_000 });
  first.kill();
  await server.clock.advance(120_000);
  const second = start();
  await second.ended;
  expect(second.output()).toBe('book 500\n');
  expect(bodies).toMatchObject([{ amount: 500 }, { amount: 500, sentAgoMs: expect.any(Number) }]);
  expect(issuer.ledger()).toHaveLength(1);
});

describe('the guide', () => {
  const table = GUIDE.slice(GUIDE.indexOf('## Outcomes'), GUIDE.indexOf('## Start'));

  it('lists every outcome and every state once, and sorts states like the journal', () => {
    const cells = table.split('\n').filter((line) => line.startsWith('|'));
    for (const outcome of linkOutcomeSchema.options) expect(cells.filter((line) => line.startsWith(`| \`${outcome}\``))).toHaveLength(1);
    const rowOf = (state: string) => cells.filter((line) => line.split('|')[3]?.includes(`\`${state}\``));
    for (const state of statesOf(TENDER_STATES)) {
      const { taken, open } = TENDER_STATES[state];
      const begin = taken
        ? '| `taken`'
        : open || state === 'late_capture'
          ? '| `unknown`'
          : state === 'refunded'
            ? '| | |'
            : '| `not_taken`';
      expect([state, rowOf(state).map((line) => line.startsWith(begin))]).toEqual([state, [true]]);
    }
    for (const status of ['taken', 'not_taken', 'cancelled'])
      expect(
        cells.some((line) => line.startsWith(`| \`${status}\` | \`${frameReport(`https://r.example/?status=${status}`)?.step}\``)),
      ).toBe(true);
    expect(frameReport('https://r.example/?status=unknown')).toBeNull();
  });

  it('names only existing addresses', () => {
    const known = Object.values(endpoints).map(({ path }) => path.replace(/:\w+/g, ':id'));
    const named = [...GUIDE.matchAll(/(?:TILL|till)\}?(\/(?:api|\.well-known)[\w/.$:{}-]*)|`(?:\w+ )?(\/(?:api|\.well-known)[\w/.:-]*)`/g)];
    const paths = named.map(([, inCode, inText]) => (inCode ?? inText ?? '').replace(/\$\{?\w+\}?/g, ':id'));
    expect(new Set(paths).size).toBeGreaterThanOrEqual(6);
    expect(paths.filter((path) => !known.includes(path))).toEqual([]);
    for (const [news] of GUIDE.matchAll(/tender\.\w+(?=`)/g)) expect(NEWS).toContain(news);
  });
});
