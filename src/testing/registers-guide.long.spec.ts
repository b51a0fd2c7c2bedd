import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemRandom } from '../bff/base/ports.ts';
import { type Listening, listen } from '../bff/http/listen.ts';
import { makeSecret, signedHeaders } from '../bff/webhooks/signature.ts';
import { endpoints } from '../contract/endpoints.ts';
import { linkOutcomeSchema } from '../contract/register.ts';
import { frameTold } from '../contract/register-frame.ts';
import { statesOf, TENDER_STATES } from '../contract/states.ts';
import { NEWS } from '../contract/webhook.ts';
import { freePort } from './free-port.ts';
import { createModelIssuer } from './model-issuer.ts';
import { setUpShop, textAt } from './people.ts';
import { makeProgram } from './program.ts';
import { createTestServer, type TestBrowser, type TestServer } from './test-server.ts';

const GUIDE = readFileSync(fileURLToPath(new URL('../../docs/registers.md', import.meta.url)), 'utf8');
const CODE = '1000000050';
const programs = new Map([...GUIDE.matchAll(/```js\n\/\/ (\S+)\n([^]*?)```/g)].map(([, name = '', code = '']) => [name, code]));

let folder: string;
let server: TestServer;
let manager: TestBrowser;
let till: Listening;
let running: ChildProcess[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillside-guide-'));
  running = [];
  server = await createTestServer({
    issuer: (clock) => {
      const issuer = createModelIssuer({ clock });
      issuer.add(CODE, { amount: 5000, currency: 'SGD' });
      return issuer;
    },
  });
  manager = (await setUpShop(server)).browser;
  till = await listen({ host: '127.0.0.1', port: 0, tls: null, fetch: (request) => server.app.fetch(request) });
});
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  await till.stop(0);
  await server.close();
  rmSync(folder, { recursive: true });
});

/** Runs a program of the guide as it stands there. @returns what it wrote so far, and when it has ended */
function run(name: string, env: Record<string, string>, args: readonly string[] = []) {
  const file = join(folder, name);
  writeFileSync(file, programs.get(name) ?? 'throw new Error("not in the guide")');
  const child = spawn(process.execPath, [file, ...args], { env: { ...process.env, TILL: `http://127.0.0.1:${till.port}`, ...env } });
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return { output: () => output, ended };
}

/** The text of a page of a program that is starting. */
const pageAt = (address: string) => vi.waitFor(async () => (await fetch(address)).text(), { timeout: 10_000, interval: 50 });

it('the program of the pay link books what is signed, once, and nothing else', async () => {
  const port = await freePort();
  await manager.send('POST', '/api/registers', { origin: `http://127.0.0.1:${port}`, name: 'Guide' });
  run('pay-link.mjs', { PORT: String(port) });
  const [, link = ''] = /href="([^"]*)"/.exec(await pageAt(`http://127.0.0.1:${port}/`)) ?? [];
  const asked = new URL(link).searchParams;
  const [returnUrl, reference, state] = ['return_url', 'reference', 'state'].map((name) => asked.get(name) ?? '');
  const sale = randomUUID();
  const body = { amount: Number(asked.get('amount')), currency: asked.get('currency'), reference, state, returnUrl };
  expect((await manager.send('PUT', `/api/pay-links/${sale}`, body)).status).toBe(201);
  const way = async (awaiting: string[] = []) =>
    textAt((await manager.send('POST', `/api/pay-links/${sale}/return`, { awaiting })).body, 'url');
  const say = async (url: string) => (await fetch(url)).text();
  const unknown = await way([randomUUID()]);
  expect(await say(unknown)).toBe('<h1>unknown 0, left: nobody knows, the sale stays open</h1>');
  const tender = { code: CODE, amount: 2000, currency: 'SGD', saleId: sale, receiptNo: reference };
  expect((await manager.send('PUT', `/api/tenders/${randomUUID()}`, tender)).status).toBe(201);
  const taken = await way();
  for (const forged of [taken.replace('amount=2000', 'amount=2340'), taken.replace(/&sig=[^&]*/, ''), unknown.replace('unknown', 'taken')])
    expect(await say(forged)).toBe('<h1>Not booked</h1>');
  expect(await say(taken)).toBe('<h1>taken 2000, left: 340</h1>');
  expect(await say(taken)).toBe('<h1>Not booked</h1>');
});

it('the program of the API says what was taken, and the same id takes nothing twice', async () => {
  const { key } = await makeProgram(server, manager, { name: 'Guide', scopes: ['check', 'redeem', 'refund', 'read'] });
  const said = async (amount: string, ID: string = randomUUID()) => {
    const { output, ended } = run('redeem.mjs', { KEY: key, ID }, [CODE, amount]);
    await ended;
    return output();
  };
  const id = randomUUID();
  const once = await said('500', id);
  expect(JSON.parse(once)).toMatchObject({ id, status: 201, outcome: 'taken', captured: { amount: 500 } });
  expect(JSON.parse(await said('500', id))).toMatchObject({ id, status: 200, outcome: 'taken' });
  expect(JSON.parse(await said('501', id))).toMatchObject({ status: 409, problem: 'tender-mismatch' });
  expect(JSON.parse(await said('900000'))).toMatchObject({ outcome: 'not_taken', captured: null });
});

it('the program of webhooks takes what is signed, once, and nothing forged or old', async () => {
  const [port, secret] = [await freePort(), makeSecret(systemRandom)];
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

describe('what the guide says', () => {
  const table = GUIDE.slice(GUIDE.indexOf('## Outcomes'), GUIDE.indexOf('## Start'));

  it('names every outcome and every state, each once, and sorts states as the journal does', () => {
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
      expect(cells.some((line) => line.startsWith(`| \`${status}\` | \`${frameTold(`https://r.example/?status=${status}`)?.step}\``))).toBe(
        true,
      );
    expect(frameTold('https://r.example/?status=unknown')).toBeNull();
  });

  it('names addresses that there are', () => {
    const known = Object.values(endpoints).map(({ path }) => path.replace(/:\w+/g, ':id'));
    const named = [...GUIDE.matchAll(/(?:TILL|till)\}?(\/(?:api|\.well-known)[\w/.$:{}-]*)|`(?:\w+ )?(\/(?:api|\.well-known)[\w/.:-]*)`/g)];
    const paths = named.map(([, inCode, inText]) => (inCode ?? inText ?? '').replace(/\$\{?\w+\}?/g, ':id'));
    expect(new Set(paths).size).toBeGreaterThanOrEqual(6);
    expect(paths.filter((path) => !known.includes(path))).toEqual([]);
    for (const [news] of GUIDE.matchAll(/tender\.\w+(?=`)/g)) expect(NEWS).toContain(news);
  });
});
