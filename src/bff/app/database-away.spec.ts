import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../contract/platform/endpoint.ts';
import { endpoints } from '../../contract/platform/endpoints.ts';
import { problemBodySchema } from '../../contract/platform/problem.ts';
import { type Cable, layCable } from '../../testing/databases/cable.ts';
import { findPostgres } from '../../testing/databases/find-postgres.ts';
import { type PostgresCluster, startPostgres } from '../../testing/databases/postgres.ts';
import { newDatabase, onStores, POSTGRES, removeDatabase } from '../../testing/databases/stores.ts';
import { MANAGER_PIN } from '../../testing/rigs/people.ts';
import { HERE, openTrainingShop, type PracticeShop } from '../../testing/rigs/training-shop.ts';
import { createBrowser, SETUP_CODE, type TestBrowser } from '../../testing/test-server.ts';

/** About a second is meant; the rest is for a busy machine. */
const ANSWER_MS_MAX = 4_000;
const EVERY: readonly Endpoint[] = Object.values<Endpoint>(endpoints);
/** Requests that are allowed without cookies. */
const BODIES: Readonly<Record<string, unknown>> = {
  [endpoints.setup.path]: { code: SETUP_CODE, device: { name: 'Till 9' }, manager: { name: 'Ben', pin: MANAGER_PIN } },
  [endpoints.enrol.path]: { code: 'ABCD-EFGH', name: 'Till 9' },
  [endpoints.listBackups.path]: { code: SETUP_CODE },
  [endpoints.uploadBackup.path]: {
    code: SETUP_CODE,
    upload: '00000000-0000-4000-8000-000000000001',
    file: 'keys',
    offset: 0,
    data: 'QQ==',
    totalBytes: 1,
  },
  [endpoints.discardUpload.path]: { code: SETUP_CODE },
  [endpoints.tryBackup.path]: { code: SETUP_CODE, folder: '/backups' },
  [endpoints.restoreBackup.path]: { code: SETUP_CODE, folder: '/backups', device: { name: 'Till 9' } },
};

/** Calls a route, and measures the time until its answer. */
async function ask(browser: TestBrowser, { method, path }: Endpoint) {
  const body = method === 'GET' || method === 'DELETE' ? undefined : (BODIES[path] ?? {});
  const begun = performance.now();
  const answer = await browser.send(
    method,
    path.replace(':id', randomUUID()).replace(':code', 'GIFT').replace(':token', 'T'),
    body,
  );
  return { ...answer, ms: performance.now() - begun };
}

/** Documents for programs, and the check of an address, which need no database. */
const WITHOUT_DATABASE: readonly Endpoint[] = [
  endpoints.openapi,
  endpoints.docs,
  endpoints.docsStyle,
  endpoints.addressCheck,
];

/** Checks the answer of a route while the database is away. */
function expectAway(endpoint: Endpoint, { status, body, ms }: Awaited<ReturnType<typeof ask>>): void {
  const what = `${endpoint.method} ${endpoint.path}`;
  expect([what, ms < ANSWER_MS_MAX]).toEqual([what, true]);
  if (endpoint.path === endpoints.health.path) {
    expect([status, endpoints.health.answer.safeParse(body).success]).toEqual([200, true]);
    return;
  }
  if (WITHOUT_DATABASE.some(({ path }) => path === endpoint.path)) {
    expect([what, status]).toEqual([what, endpoint.method === 'POST' ? 204 : 200]);
    return;
  }
  const { code, retry } = problemBodySchema.parse(body).error;
  expect([what, status, code, retry]).toEqual([what, 503, 'not-ready', 'safe']);
}

async function expectAllAway({ service, signedIn }: PracticeShop): Promise<void> {
  const stranger = createBrowser((request) => service.fetch(request, HERE));
  const forAnyone = EVERY.filter(({ who }) => who === 'any');
  const known = await Promise.all(EVERY.map(async (endpoint) => [endpoint, await ask(signedIn, endpoint)] as const));
  const unknown = await Promise.all(
    forAnyone.map(async (endpoint) => [endpoint, await ask(stranger, endpoint)] as const),
  );
  for (const [endpoint, answer] of [...known, ...unknown]) expectAway(endpoint, answer);
  const others = await Promise.all(EVERY.filter(({ who }) => who !== 'any').map((endpoint) => ask(stranger, endpoint)));
  for (const { status, ms } of others) {
    expect(status).toBe(401);
    expect(ms).toBeLessThan(ANSWER_MS_MAX);
  }
}

onStores([POSTGRES], () => {
  describe('an unreachable database', () => {
    describe('after the connection was cut', () => {
      let database: string;
      let cable: Cable;
      let shop: PracticeShop;
      beforeAll(async () => {
        database = await newDatabase();
        cable = await layCable(database);
        shop = await openTrainingShop(cable.url);
      });
      afterAll(async () => {
        await shop.close();
        await cable.close();
        await removeDatabase(database);
      });

      const works = async () => (await shop.signedIn.send('GET', '/api/tenders')).status;

      it.each<[string, () => Promise<void> | void]>([
        ['the database no longer answers', () => cable.refuse()],
        ['no data arrives any more', () => cable.silence()],
      ])('makes every route report “not ready”, and the server recovers without a restart: %s', async (_how, cut) => {
        expect(await works()).toBe(200);
        await cut();
        await expectAllAway(shop);
        await cable.mend();
        await expect.poll(works, { timeout: 20_000 }).toBe(200);
        expect((await shop.signedIn.send('GET', '/api/ready')).status).toBe(200);
      });
    });

    describe('after it was stopped', () => {
      let cluster: PostgresCluster;
      let shop: PracticeShop;
      beforeAll(async () => {
        const found = findPostgres();
        if ('missing' in found) throw new Error(found.missing);
        cluster = await startPostgres(found.programs);
        shop = await openTrainingShop(await cluster.createDatabase());
      });
      afterAll(() => shop.close());

      it('makes every route report “not ready”', async () => {
        expect((await shop.signedIn.send('GET', '/api/tenders')).status).toBe(200);
        await cluster.stop();
        await expectAllAway(shop);
      });
    });
  });
});
