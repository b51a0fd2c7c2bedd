import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemRandom } from '../../../../bff/platform/base/ports.ts';
import type { Store } from '../../../../bff/platform/storage/open-store.ts';
import type { News } from '../../../../contract/platform/news.ts';
import { createManualClock, type ManualClock } from '../../../../testing/clock.ts';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../../../testing/databases/stores.ts';
import { createModelIssuer, type ModelIssuer } from '../../../../testing/issuer/model-issuer.ts';
import { shopNamed } from '../../../../testing/rigs/shops.ts';
import { ANA, createTestTill, MEI, QUIET, SHOP, seedPeople, TEST_KEYS } from '../../../../testing/rigs/till.ts';
import { createDispatch, type Dispatch } from './dispatch.ts';
import type { Sender } from './send.ts';

const ALL: News[] = [
  'tender.taken',
  'tender.not_taken',
  'tender.unknown',
  'tender.refunded',
  'day.closed',
  'attention.opened',
];
const URL_OF_IT = 'https://93.184.216.34/hook';
const CODE = '1234567890';
const DAY_MS = 24 * 60 * 60_000;

interface Heard {
  readonly id: string;
  readonly type: string;
  readonly body: string;
  readonly headers: Record<string, string>;
}

const dataIn = (body: string): unknown => (JSON.parse(body) as { data: unknown }).data;

onStores([SQLITE, POSTGRES], (kind) => {
  let store: TestStore;
  let clock: ManualClock;
  let issuer: ModelIssuer;
  let till: Awaited<ReturnType<typeof createTestTill>>;
  let heard: Heard[];
  let answers: (number | null)[];
  let running: Dispatch[];
  beforeEach(async () => {
    store = await kind.open();
    await seedPeople(store.db, SHOP);
    clock = createManualClock();
    issuer = createModelIssuer({ clock });
    issuer.add(CODE);
    till = await createTestTill({ db: store.db, joins: store.servers, clock, issuer });
    heard = [];
    answers = [];
    running = [];
    vi.useFakeTimers({ toFake: ['Date'], now: clock.now() });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await Promise.all(running.map((dispatch) => dispatch.stop()));
    await till.settler.stop();
    await store.close();
  });

  /** Answers with the next of `answers`, and with 200 when there is none; null is no answer. */
  const sender: Pick<Sender, 'post'> = {
    async post(_url, headers, body) {
      heard.push({
        id: headers['webhook-id'] ?? '',
        type: (JSON.parse(body) as { type: string }).type,
        body,
        headers: { ...headers },
      });
      const [status = 200] = answers.splice(0, 1);
      return { status, reason: status === 200 ? null : 'not a successful response' };
    },
  };

  function dispatchOn({ db }: Pick<Store, 'db'>): Dispatch {
    const outbox = { wanted: () => true, refresh: () => Promise.resolve() };
    const dispatch = createDispatch({
      shop: SHOP,
      db,
      keys: TEST_KEYS,
      clock,
      random: systemRandom,
      log: QUIET,
      sender,
      outbox,
    });
    running.push(dispatch);
    dispatch.start();
    return dispatch;
  }

  /** Lets time pass until something is so; the database answers in its own time. */
  async function until(isSo: () => Promise<boolean> | boolean, stepMs = 500): Promise<void> {
    for (let turn = 0; !(await isSo()); turn += 1) {
      if (turn > 2_000) throw new Error('It never came to be');
      await clock.advance(stepMs);
      await store.db.selectFrom('shop').select('id').execute();
    }
  }

  const add = (news = ALL) => till.webhooks.add(MEI, { url: URL_OF_IT, news });
  const take = async (id: string = randomUUID(), amount = 100) =>
    (await till.tenders.put(ANA, id, { code: CODE, amount, currency: 'SGD' })).view;
  const written = async () =>
    (await store.db.selectFrom('webhook_message').select('news').orderBy('at').orderBy('news').execute()).map(
      ({ news }) => news,
    );

  it('a redemption in a shop without a webhook does not use the webhook tables', async () => {
    for (const table of ['webhook_attempt', 'webhook_message', 'webhook'])
      await store.db.schema.dropTable(table).execute();
    expect((await take()).state).toBe('captured');
  });

  it('an event is sent once, with an id and a signature that the library of Standard Webhooks accepts', async () => {
    const { secret, id } = await add();
    const tender = await take();
    const dispatch = dispatchOn(store);
    await until(() => heard.length === 1);
    const [message] = heard;
    vi.setSystemTime(clock.now());
    expect(new Webhook(secret).verify(message?.body ?? '', message?.headers ?? {})).toEqual({
      type: 'tender.taken',
      timestamp: new Date(
        message ? Date.parse((JSON.parse(message.body) as { timestamp: string }).timestamp) : 0,
      ).toISOString(),
      data: { id: tender.id, kind: 'tender', state: 'captured' },
    });
    expect(() => new Webhook(secret).verify(`${message?.body ?? ''} `, message?.headers ?? {})).toThrow();
    expect(message?.body).not.toContain(CODE);
    await until(async () => (await till.webhooks.list(SHOP))[0]?.waiting === 0);
    await till.refunds.put(MEI, randomUUID(), { tenderId: tender.id, reason: 'returned' });
    dispatch.wake();
    await until(() => heard.length === 2);
    expect(heard[1]?.type).toBe('tender.refunded');
    expect(await till.webhooks.messages(SHOP, id)).toMatchObject([
      { news: 'tender.refunded' },
      { news: 'tender.taken', state: 'delivered' },
    ]);
  });

  it('refused, unknown and escalated redemptions are sent, each to its subscribers', async () => {
    await add(['tender.not_taken']);
    await add(['tender.unknown', 'attention.opened']);
    await take(randomUUID(), 1_000_000);
    expect(await written()).toEqual(['tender.not_taken']);
    issuer.failNext({ commit: 'now', answer: 'lost' });
    const asked = take();
    await until(async () => (await written()).includes('tender.unknown'), 50);
    await clock.advance(10_000);
    await asked;
    expect(await written()).toEqual(['tender.not_taken', 'tender.unknown']);
  });

  it('a rolled-back change is not published', async () => {
    await add();
    await store.db.schema.dropTable('webhook_attempt').execute();
    const before = await written();
    await expect(
      store.db.transaction().execute(async (tx) => {
        await till.outbox.publish(tx, SHOP, 'day.closed', { id: 'x', date: '2030-01-15' });
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await written()).toEqual(before);
  });

  it('a message is sent again under a new id with the same content, and the earlier one stays', async () => {
    const { id } = await add();
    const other = await add();
    await take();
    const dispatch = dispatchOn(store);
    await until(() => heard.length === 2);
    const [first] = await till.webhooks.messages(SHOP, id);
    const again = await till.webhooks.sendAgain(MEI, id, first?.id ?? '');
    expect(again).toMatchObject({ news: first?.news, state: 'waiting', attempts: [] });
    dispatch.wake();
    await until(() => heard.length === 3);
    const sent = heard.filter((one) => one.id === again.id);
    expect(sent.map(({ type, body }) => [type, dataIn(body)])).toEqual([
      [heard[0]?.type, dataIn(heard[0]?.body ?? '')],
    ]);
    expect(new Set((await till.webhooks.messages(SHOP, id)).map((one) => one.id))).toEqual(
      new Set([again.id, first?.id]),
    );
    await till.webhooks.remove(MEI, other.id);
    for (const [by, webhook, message] of [
      [MEI, id, 'msg_none'],
      [MEI, other.id, first?.id],
      [{ ...MEI, shop: shopNamed('sister') }, id, first?.id],
    ] as const)
      await expect(till.webhooks.sendAgain(by, webhook, message ?? '')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('a failing receiver is retried under the same id with growing pauses for three days, and each attempt is listed', async () => {
    const { id } = await add();
    answers = Array.from({ length: 100 }, () => 500);
    await take();
    const latest = async () => (await till.webhooks.messages(SHOP, id))[0];
    for (let now = await latest(); now?.state === 'waiting'; now = await latest()) {
      await clock.advance(Math.max(0, Date.parse(now.nextAt ?? '') - clock.now()));
      const dispatch = dispatchOn(store);
      const tried = now.attempts.length;
      await until(async () => ((await latest())?.attempts.length ?? 0) > tried, 10);
      await dispatch.stop();
    }
    const [message] = await till.webhooks.messages(SHOP, id);
    const attempts = message?.attempts ?? [];
    expect(new Set(heard.map((one) => one.id)).size).toBe(1);
    expect(attempts.length).toBe(heard.length);
    expect(attempts[0]).toMatchObject({ status: 500, reason: 'not a successful response' });
    const times = attempts.map(({ at }) => Date.parse(at));
    const span = (times.at(-1) ?? 0) - (times[0] ?? 0);
    expect(span).toBeGreaterThan(2.5 * DAY_MS);
    expect(span).toBeLessThan(3.1 * DAY_MS);
  });

  it('a receiver that lost its response receives the same message once more', async () => {
    await add();
    answers = [null];
    await take();
    dispatchOn(store);
    await until(() => heard.length === 2);
    await until(async () => (await till.webhooks.list(SHOP))[0]?.waiting === 0);
    await clock.advance(60_000);
    expect(heard[0]?.id).toBe(heard[1]?.id);
    expect(heard.length).toBe(2);
  });

  it('a hanging receiver does not delay others, whatever its backlog, and gets one request at a time', async () => {
    const hanging = 'https://93.184.216.35/hook';
    await till.webhooks.add(MEI, { url: hanging, news: ALL });
    for (let count = 0; count < 50; count += 1) await take(randomUUID(), 1);
    await clock.advance(60_000);
    await add();
    const askedAt: number[] = [];
    const post = sender.post;
    sender.post = async (url, headers, body) => {
      if (url !== hanging) return post(url, headers, body);
      askedAt.push(clock.now());
      await clock.sleep(10_000);
      return { status: null, reason: 'no answer in time' };
    };
    const dispatch = dispatchOn(store);
    await take();
    dispatch.wake();
    await until(() => heard.length === 1);
    /* Of more than fifty: how long that takes is the machine's affair. */
    expect(askedAt.length).toBeLessThan(10);
    await until(() => askedAt.length >= 4);
    const pauses = askedAt.slice(1).map((at, index) => at - (askedAt[index] ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(10_000);
    sender.post = post;
    await until(async () => (await till.webhooks.list(SHOP)).every(({ waiting }) => waiting < 10));
    expect(heard.length).toBeGreaterThan(40);
  });

  it('a changed secret signs together with the previous one for a day, and a removed webhook receives nothing further', async () => {
    const { id, secret } = await add();
    const { secret: next } = await till.webhooks.rotate(MEI, id);
    await take();
    const dispatch = dispatchOn(store);
    await until(async () => (await till.webhooks.list(SHOP))[0]?.waiting === 0);
    await dispatch.stop();
    vi.setSystemTime(clock.now());
    for (const one of [secret, next])
      expect(new Webhook(one).verify(heard[0]?.body ?? '', heard[0]?.headers ?? {})).toBeDefined();
    await clock.advance(DAY_MS + 1);
    await take();
    dispatchOn(store);
    await until(() => heard.length === 2);
    vi.setSystemTime(clock.now());
    expect(() => new Webhook(secret).verify(heard[1]?.body ?? '', heard[1]?.headers ?? {})).toThrow();
    await till.webhooks.remove(MEI, id);
    await take();
    await clock.advance(60_000);
    expect(heard.length).toBe(2);
    expect(await till.webhooks.list(SHOP)).toEqual([]);
    const rows = JSON.stringify([
      await store.db.selectFrom('webhook').selectAll().execute(),
      await store.db.selectFrom('audit').selectAll().execute(),
    ]);
    for (const one of [secret, next]) expect(rows).not.toContain(one.slice(6, 30));
  });

  it.each([
    'http://example.com/',
    'https://127.0.0.1/',
    'https://10.1.2.3/',
    'https://[::1]/',
    'https://me:pw@93.184.216.34/',
    'ftp://x/',
    'nothing',
  ])('the address %s is refused', async (url) => {
    await expect(till.webhooks.add(MEI, { url, news: ALL })).rejects.toMatchObject({
      status: 400,
      code: 'bad-address',
      details: { field: 'url' },
    });
  });

  it.runIf(kind === POSTGRES)('two servers send each message once', async () => {
    if (!store.another) throw new Error('PostgreSQL takes several servers');
    const second = await store.another();
    await add();
    for (let count = 0; count < 8; count += 1) await take();
    dispatchOn(store);
    dispatchOn(second);
    await until(async () => (await till.webhooks.list(SHOP))[0]?.waiting === 0);
    await clock.advance(30_000);
    expect(heard.length).toBe(8);
    expect(new Set(heard.map(({ id }) => id)).size).toBe(8);
    await Promise.all(running.splice(0).map((dispatch) => dispatch.stop()));
    await second.close();
  });
});
