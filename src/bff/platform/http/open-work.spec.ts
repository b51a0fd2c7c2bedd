import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../contract/access/limits.ts';
import type { Endpoint } from '../../../contract/platform/endpoint.ts';
import { addPerson, CASHIER_PIN, enrolDevice, setUpShop } from '../../../testing/rigs/people.ts';
import { SHOP } from '../../../testing/rigs/shops.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../../testing/test-server.ts';
import { createLogger } from '../base/logging.ts';
import type { Identity } from './caller.ts';
import { listen as start } from './listen.ts';
import { createOpenWork, ENDS_WITH_ANSWER, endsWithStream } from './open-work.ts';
import { createShopHandlers } from './shop-handlers.ts';

const { device: OF_DEVICE, key: OF_KEY } = LIMITS.openWorkMax;
const DEVICE = { shop: SHOP, device: { id: 'till-1', name: 'Till 1' } };
const KEY: Identity = {
  shop: SHOP,
  person: null,
  device: { id: 'key-1', name: 'Web shop' },
  key: { id: 'key-1', scopes: [], limits: { perRedemption: null, perDay: null } },
};
const FULL = { status: 429, code: 'slow-down' };

/** Requests that wait for their answer. */
function waiting() {
  const work = createOpenWork();
  const answers: (() => void)[] = [];
  const request = (caller: Pick<Identity, 'shop' | 'device' | 'key'>) =>
    work.run(
      { caller, signal: AbortSignal.abort() },
      ENDS_WITH_ANSWER,
      () => new Promise<void>((done) => answers.push(done)),
    );
  return {
    work,
    request,
    answerAll: () => {
      for (const answer of answers.splice(0)) answer();
    },
  };
}

describe('the unanswered requests', () => {
  it.each([
    ['a device', DEVICE, OF_DEVICE.request],
    ['a key', KEY, OF_KEY.request],
  ])('have a limit for %s, and an answer makes room', async (_, caller, most) => {
    const { request, answerAll } = waiting();
    const open = Array.from({ length: most }, () => request(caller));
    await expect(request(caller)).rejects.toMatchObject(FULL);
    const other = request({ ...DEVICE, device: { id: 'till-2', name: 'Till 2' } });
    answerAll();
    await Promise.all([...open, other]);
    const next = request(caller);
    answerAll();
    await next;
  });

  it('make room when they fail', async () => {
    const { work } = waiting();
    const fail = () =>
      work.run({ caller: DEVICE, signal: AbortSignal.abort() }, ENDS_WITH_ANSWER, () =>
        Promise.reject(new Error('no database')),
      );
    for (let sent = 0; sent <= OF_DEVICE.request; sent += 1) await expect(fail()).rejects.toThrow('no database');
  });

  it('are not counted for callers without a device', async () => {
    const { request, answerAll } = waiting();
    const open = Array.from({ length: OF_KEY.request + 1 }, () => request({ shop: SHOP, device: null }));
    answerAll();
    expect(await Promise.all(open)).toHaveLength(OF_KEY.request + 1);
  });
});

describe('the open streams of a device', () => {
  const body = () => new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(1)) });
  const ended = () => new ReadableStream<Uint8Array>({ start: (controller) => controller.close() });

  it('have a limit, and end with the page, the server, or the connection', async () => {
    const { work } = waiting();
    const connections = Array.from({ length: OF_DEVICE.stream }, () => new AbortController());
    const open = (signal: AbortSignal, stream = body()) =>
      work.run({ caller: DEVICE, signal }, endsWithStream(createShopHandlers(SHOP).onSuspended), () =>
        Promise.resolve({ contentType: 'text/csv', body: stream }),
      );
    const idle = new AbortController().signal;
    const [first] = await Promise.all(connections.map(({ signal }) => open(signal)));
    await expect(open(idle)).rejects.toMatchObject(FULL);
    await first?.body.cancel();
    const short = await open(idle, ended());
    await expect(open(idle)).rejects.toMatchObject(FULL);
    expect(await new Response(short.body).text()).toBe('');
    await open(idle);
    await expect(open(idle)).rejects.toMatchObject(FULL);
    connections[1]?.abort();
    await open(idle);
    await expect(open(idle)).rejects.toMatchObject(FULL);
  });
});

describe('a server', () => {
  let server: TestServer;
  let mei: TestBrowser;
  beforeEach(async () => {
    server = await createTestServer();
    ({ browser: mei } = await setUpShop(server));
  });
  afterEach(() => server.close());

  const listen = async (browser: TestBrowser, method = 'GET') =>
    server.app.fetch(
      new Request('http://till.test/api/events', {
        method,
        headers: { host: 'till.test', cookie: browser.cookieHeader() },
      }),
    );

  it('keeps the newest event streams of a device, even if another person signs in', async () => {
    const till = await enrolDevice(server, mei, 'Till 2');
    const people = [
      await addPerson(mei, 'Ana', 'cashier', CASHIER_PIN),
      await addPerson(mei, 'Ben', 'cashier', '481053'),
    ];
    const streams: Response[] = [];
    for (const [index, pin] of [CASHIER_PIN, '481053'].entries()) {
      expect((await till.send('POST', '/api/session', { personId: people[index], pin })).status).toBe(200);
      for (let page = 0; page < LIMITS.eventStreamsMax; page += 1) streams.push(await listen(till));
    }
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
    const [old, ...rest] = streams;
    expect(await old?.text()).toBe('retry: 2000\n\n');
    for (const { body } of rest) await body?.cancel();
  });

  it('does not count a stream if only its headers were requested', async () => {
    for (let asked = 0; asked <= OF_DEVICE.stream; asked += 1) expect((await listen(mei, 'HEAD')).status).toBe(200);
    const page = await listen(mei);
    expect(page.status).toBe(200);
    await page.body?.cancel();
  });
});

it('a device whose connections drop may open streams again', async () => {
  const endless = {
    method: 'GET',
    path: '/api/endless',
    who: 'device',
    request: null,
    answer: null,
  } as const satisfies Endpoint;
  const log = createLogger('info', { write: () => true });
  const served = await createTestServer({
    routes: ({ onStream }) =>
      onStream(endless, () =>
        Promise.resolve({
          contentType: 'text/plain',
          body: new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(1)) }),
        }),
      ),
  });
  const { browser } = await setUpShop(served);
  const options = { host: '127.0.0.1', port: 0, tls: null, connectionsPerAddress: null, log };
  const listening = await start({ ...options, fetch: (request) => served.app.fetch(request) });
  const headers = { cookie: browser.cookieHeader() };
  const address = `http://127.0.0.1:${listening.port}/api/endless`;
  const stop = new AbortController();
  const open = (signal: AbortSignal) => fetch(address, { headers, signal });
  for (let opened = 0; opened < OF_DEVICE.stream; opened += 1) expect((await open(stop.signal)).status).toBe(200);
  expect((await open(new AbortController().signal)).status).toBe(429);
  stop.abort();
  const last = new AbortController();
  await expect.poll(async () => (await open(last.signal)).status).toBe(200);
  last.abort();
  await listening.stop(0);
  await served.close();
});
