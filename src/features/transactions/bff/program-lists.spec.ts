import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { completeUntil } from '../../../bff/redemption/operation/complete-until.ts';
import { createManualClock, type ManualClock } from '../../../testing/clock.ts';
import { createTestJournals, NO_BASELINE, newTender } from '../../../testing/databases/journal-kit.ts';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../../testing/databases/stores.ts';
import { createModelIssuer } from '../../../testing/issuer/model-issuer.ts';
import { at, codeOf, setUpShop } from '../../../testing/rigs/people.ts';
import { makeProgram, type TestProgram } from '../../../testing/rigs/program.ts';
import { shopNamed } from '../../../testing/rigs/shops.ts';
import { seedPeople } from '../../../testing/rigs/till.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../../testing/test-server.ts';
import { createProgramLists } from './program-lists.ts';

const DAYS = { timeZone: 'Asia/Singapore', dayBegins: '00:00' };
const OPERATIONS = 125;

onStores([SQLITE, POSTGRES], ({ name, open }) => {
  let store: TestStore;
  let clock: ManualClock;
  beforeEach(async () => {
    store = await open();
    clock = createManualClock();
  });
  afterEach(() => store.close());

  it('a list read page by page contains each redemption once, while servers write more', async () => {
    const another = await store.another?.();
    const writers = [store, ...(another ? [another] : [])].map((of) => createTestJournals(of, clock));
    const [first] = writers;
    if (!first) throw new Error('No server');
    const lists = createProgramLists({ db: store.db, clock, days: async () => DAYS, journals: first });
    const step = fc.record({
      writer: fc.nat(),
      count: fc.integer({ min: 1, max: 6 }),
      ms: fc.integer({ min: 0, max: 40_000 }),
      limit: fc.integer({ min: 1, max: 9 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 60 }), async (steps) => {
        const shop = shopNamed(randomUUID());
        await seedPeople(store.db, shop, shop);
        const from = new Date(clock.now()).toISOString();
        const [written, read]: [string[], string[]] = [[], []];
        let after: string | null = null;
        let begunFrom = from;

        /** Reads one page, as a program does that continues where it ended. */
        async function readOne(limit: number): Promise<boolean> {
          const query = { from: begunFrom, limit: String(limit), ...(after !== null && { after }) };
          const page = await lists.tenders(shop, query);
          read.push(...page.items.map(({ id }) => id));
          after = page.next;
          if (page.next === null) begunFrom = page.completeUntil > from ? page.completeUntil : from;
          return page.next !== null;
        }

        for (const { writer, count, ms, limit } of steps) {
          if (written.length >= OPERATIONS) break;
          const journal = (writers[writer % writers.length] ?? first).tenders;
          const tenders = Array.from({ length: count }, () => newTender(shop, { ref: randomUUID() }));
          const writing = tenders.map((tender) => journal.begin(tender, NO_BASELINE));
          await readOne(limit);
          await Promise.all(writing);
          written.push(...tenders.map(({ id }) => id));
          await clock.advance(ms);
        }
        await clock.advance(120_000);
        while (await readOne(9));
        expect(read.toSorted()).toEqual(written.toSorted());
      }),
      { numRuns: 8 },
    );
    await another?.close();
  }, 60_000);

  it.runIf(name === 'PostgreSQL')('a list ends before an operation that is still being written', async () => {
    const { tenders } = createTestJournals(store, { ...clock, now: Date.now });
    const shop = shopNamed(randomUUID());
    await seedPeople(store.db, shop, shop);
    const before = Date.now();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isWritten = () => {};
    const written = new Promise<void>((resolve) => {
      isWritten = resolve;
    });
    const writing = tenders.begin(newTender(shop), NO_BASELINE, async (tx) => {
      await tx.selectFrom('operation').select('id').where('shop', '=', shop).execute();
      isWritten();
      await held;
    });
    await written;
    const now = before + 3_600_000;
    const duringMs = now - (await completeUntil(store.db, now));
    release();
    await writing;
    const afterMs = now - (await completeUntil(store.db, now));
    expect([duringMs > 60_000, afterMs]).toEqual([true, 60_000]);
  });
});

describe('lists over HTTP', () => {
  let server: TestServer;
  let manager: TestBrowser;
  let program: TestProgram;
  beforeEach(async () => {
    server = await createTestServer({
      issuer(clock) {
        const issuer = createModelIssuer({ clock });
        for (const code of ['1234567890', '1234567891']) issuer.add(code);
        return issuer;
      },
    });
    manager = (await setUpShop(server)).browser;
    program = await makeProgram(server, manager, { name: 'Warehouse', scopes: ['read', 'closings'] });
  });
  afterEach(() => server.close());

  async function redeem(code: string): Promise<string> {
    const id = randomUUID();
    const body = { code, amount: 500, currency: 'SGD' };
    expect((await manager.send('PUT', `/api/tenders/${id}`, body)).status).toBe(201);
    return id;
  }
  const ids = (answer: { readonly body: unknown }) =>
    (at(answer.body, 'items') as { id: string }[]).map(({ id }) => id);

  it('a key that may read lists redemptions, refunds and closed shifts of the whole shop', async () => {
    const tenders = [await redeem('1234567890'), await redeem('1234567891')];
    await server.clock.advance(1_000);
    const refund = randomUUID();
    await manager.send('PUT', `/api/refunds/${refund}`, { tenderId: tenders[0], reason: 'returned' });
    const [shift] = (await manager.send('GET', '/api/shifts?mine=1')).body as { id: string }[];
    expect((await manager.send('PUT', `/api/shifts/${shift?.id}/z`, {})).status).toBe(201);
    expect(ids(await program.send('GET', '/api/v1/tenders'))).toEqual([]);
    await server.clock.advance(61_000);
    const all = await program.send('GET', '/api/v1/tenders?from=2030-01-15&to=2030-01-15');
    expect(ids(all).toSorted()).toEqual(tenders.toSorted());
    expect(JSON.stringify(all.body)).not.toContain('1234567890');
    expect(ids(await program.send('GET', '/api/v1/refunds'))).toEqual([refund]);
    expect(ids(await program.send('GET', '/api/v1/shifts'))).toEqual([shift?.id]);
    for (const query of ['from=2030-01-16', 'to=2030-01-14', 'to=2030-01-15T09:00:00Z'])
      expect(ids(await program.send('GET', `/api/v1/tenders?${query}`))).toEqual([]);
    const first = await program.send('GET', '/api/v1/tenders?limit=1');
    const rest = await program.send('GET', `/api/v1/tenders?limit=1&after=${String(at(first.body, 'next'))}`);
    expect([...ids(first), ...ids(rest), at(rest.body, 'next')]).toEqual([...ids(all), null]);
  });

  it.each([
    ['day=2030-01-15', 'day'],
    ['from=yesterday', 'from'],
    ['from=2030-02-30', 'from'],
    ['limit=201', 'limit'],
    ['limit=0', 'limit'],
    ['after=eyJ9', 'after'],
  ])('the query %s is refused, and its fault is named', async (query, field) => {
    const refused = await program.send('GET', `/api/v1/tenders?${query}`);
    expect([refused.status, at(refused.body, 'error', 'details', 'field')]).toEqual([400, field]);
  });

  it('a key without the scope, and a cashier, may not list', async () => {
    const other = await makeProgram(server, manager, { name: 'Register', scopes: ['redeem'] });
    const refused = await other.send('GET', '/api/v1/shifts');
    expect([refused.status, at(refused.body, 'error', 'message')]).toEqual([403, 'This key may not read closings.']);
    expect(codeOf(await other.send('GET', '/api/v1/tenders'))).toBe('not-allowed');
  });

  it('routes for programs also have a path of version 1', async () => {
    const register = await makeProgram(server, manager, { name: 'Register', scopes: ['redeem', 'check'] });
    const id = randomUUID();
    const body = { code: '1234567890', amount: 500, currency: 'SGD' };
    expect((await register.send('PUT', `/api/v1/tenders/${id.toUpperCase()}`, body)).status).toBe(201);
    expect((await register.send('PUT', `/api/tenders/${id}`, body)).status).toBe(200);
    expect((await register.send('GET', `/api/v1/tenders/${id}`)).body).toMatchObject({ id, state: 'captured' });
    const unknown = await register.send('GET', `/api/v1/tenders/${id}?expand=1`);
    expect(at(unknown.body, 'error', 'message')).toBe('"expand" is not a parameter of this route.');
    expect((await register.send('GET', `/api/tenders/${id}?expand=1`)).status).toBe(200);
    expect((await register.send('PATCH', `/api/v1/tenders/${id}`)).status).toBe(405);
    expect((await register.send('GET', '/api/v1/keys')).status).toBe(404);
    const misspelt = await register.send('PUT', `/api/v1/tenders/${randomUUID()}`, { ...body, reciptNo: 'R-1' });
    expect(at(misspelt.body, 'error')).toMatchObject({
      message: '"reciptNo" is not a field of this request.',
      details: { field: 'reciptNo' },
    });
    const coded = await register.send('POST', '/api/v1/vouchers/check', { code: '1', A1B2C3D4: 1 });
    expect(JSON.stringify(coded.body)).not.toContain('A1B2C3D4');
  });
});
