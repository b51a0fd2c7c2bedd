import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { type Service, startService } from '../../../bff/app/service.ts';
import { KEY_BYTES } from '../../../bff/platform/base/keys.ts';
import { createLogger } from '../../../bff/platform/base/logging.ts';
import { readConfig } from '../../../bff/platform/config/config.ts';
import { acrossShops } from '../../../bff/platform/store/across-shops.ts';
import { trainingSchema } from '../../../contract/access/people.ts';
import { addDays, MIDNIGHT, shopDate, startOfDay } from '../../../contract/platform/shop-day.ts';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../../testing/databases/stores.ts';
import { applyChain, CHAIN, enrolmentCodeInKatong, withJournal } from '../../../testing/rigs/chain.ts';
import { shopNamed } from '../../../testing/rigs/shops.ts';
import { createBrowser, type TestBrowser } from '../../../testing/test-server.ts';
import type { ShopOverview } from '../contract/overview.ts';

const WITHIN_MS = 40_000;
const HAWAII = { timeZone: 'Pacific/Honolulu', dayBegins: MIDNIGHT };
const OVERSEAS = `${CHAIN}    timeZone: ${HAWAII.timeZone}\n    currency: USD\n`;

onStores([SQLITE, POSTGRES], ({ name: database, open }) => {
  let settings: Record<string, string>;
  let service: Service;
  let office: TestBrowser;
  beforeEach(async () => {
    const store: TestStore | null = database === 'SQLite' ? null : await open();
    const folder = mkdtempSync(join(tmpdir(), 'tillside-all-shops-'));
    settings = {
      DATA_DIR: folder,
      ...(store?.url && { DATABASE_URL: store.url, DATA_KEY: Buffer.alloc(KEY_BYTES, 5).toString('base64') }),
    };
    service = await startService({ config: readConfig(settings), log: createLogger('silent'), pages: '' });
    await applyChain(settings, OVERSEAS);
    office = createBrowser((request) => service.fetch(request));
    const { people } = trainingSchema.parse((await office.send('POST', '/api/practice')).body);
    const manager = people.find(({ role }) => role === 'manager');
    await office.send('POST', '/api/session', { personId: manager?.id, pin: manager?.pin });
    await withJournal(settings, ({ db }) => db.updateTable('session').set({ office: 1 }).execute());
    return async () => {
      await service.close();
      await store?.close();
      rmSync(folder, { recursive: true });
    };
  });

  const today = () => shopDate(Date.now(), HAWAII);
  async function shopsOn(from: string, to = from) {
    const { status, body } = await office.send('GET', `/api/chain/overview?from=${from}&to=${to}`);
    expect([status, body]).toEqual([200, expect.anything()]);
    return new Map((body as ShopOverview[]).map((shop) => [shop.name, shop]));
  }
  const marksOn = async (day: string) =>
    [...(await shopsOn(day)).values()].map(({ name, incomplete }) => [name, incomplete]);
  const COMPLETE = [
    ['Katong', null],
    ['Orchard', null],
  ];
  const isComplete = (day: string) =>
    vi.waitFor(async () => expect(await marksOn(day)).toEqual(COMPLETE), { timeout: WITHIN_MS });

  it('sums are marked as incomplete until each shop has read its own days, in its time zone and currency', async () => {
    await isComplete(today());
    const longAgo = addDays(today(), -200);
    const unread = [
      ['Katong', 'being-read'],
      ['Orchard', 'being-read'],
    ];
    expect(await marksOn(longAgo)).toEqual(unread);
    await isComplete(longAgo);
    const row = {
      day: 0,
      type: 'capture',
      status: 'succeeded',
      mid: '',
      tails: '1234 ',
      claimed: 1,
      paired: 0,
    } as const;
    /* The last minute of the day in Hawaii is the next day in Singapore. */
    const at = startOfDay(addDays(longAgo, 1), HAWAII) - 60_000;
    await withJournal(settings, async ({ db }) => {
      const every = acrossShops(db);
      const { id: shop } = await every
        .selectFrom('shop')
        .select('id')
        .where('slug', '=', 'katong')
        .executeTakeFirstOrThrow();
      const late = {
        ...row,
        shop,
        id: 'late',
        at,
        day: Date.parse(longAgo) / 86_400_000,
        currency: 'USD',
        amount: 700,
      };
      await every.insertInto('list_row').values(late).execute();
    });
    const { sums, incomplete } = (await shopsOn(longAgo)).get('Katong') ?? {};
    expect([sums, incomplete]).toEqual([
      [{ currency: 'USD', captures: 1, captured: 700, refunds: 0, refunded: 0 }],
      null,
    ]);
    expect((await shopsOn(addDays(longAgo, 1))).get('Katong')?.sums).toEqual([]);
    expect((await office.send('GET', '/api/chain/overview?from=2030-02-31&to=2030-03-01')).status).toBe(400);
  });

  it('closings include the time zone and currency of their shop, in which the page shows them', async () => {
    const closings = await office.send('GET', `/api/chain/closings?from=${today()}&to=${today()}`);
    expect(closings.body).toMatchObject([
      { name: 'Katong', timeZone: HAWAII.timeZone, currency: 'USD' },
      { name: 'Orchard', timeZone: 'Asia/Singapore', currency: 'SGD' },
    ]);
  });

  it('open cases are counted as each shop lists them, including its locked device', async () => {
    const till = createBrowser((request) => service.fetch(request));
    const code = await vi.waitFor(() => enrolmentCodeInKatong(settings), WITHIN_MS);
    await till.send('POST', '/api/devices', { code, name: 'Till K' });
    const casesOf = async () => [...(await shopsOn(today())).values()].map(({ openCases }) => openCases);
    await vi.waitFor(async () => expect(await casesOf()).toEqual([0, 0]), { timeout: WITHIN_MS });
    await withJournal(settings, async ({ db }) => {
      const { id } = await acrossShops(db)
        .selectFrom('device')
        .select('id')
        .where('name', '=', 'Till K')
        .executeTakeFirstOrThrow();
      const locked = { subject: `device:${id}`, failures: 9, wait_until: 0, locked_at: 1 };
      await acrossShops(db).insertInto('pin_guard').values(locked).execute();
    });
    expect(await casesOf()).toEqual([1, 0]);
  });

  it('a suspended or unreachable shop is marked, and has a line in every file', async () => {
    await isComplete(today());
    await applyChain(settings, `${OVERSEAS}    suspended: true\n`);
    await withJournal(settings, async ({ db }) => {
      const every = acrossShops(db);
      const { account } = await every.selectFrom('shop').select('account').executeTakeFirstOrThrow();
      await every
        .insertInto('shop')
        .values({ id: shopNamed('new'), account, name: 'Newton', mid: '9', created_at: 1 })
        .execute();
    });
    const expected = [
      ['Katong', 'suspended', null],
      ['Newton', 'no-answer', null],
      ['Orchard', null, 0],
    ];
    await vi.waitFor(
      async () => {
        const shops = [...(await shopsOn(today())).values()];
        expect(shops.map(({ name, incomplete, openCases }) => [name, incomplete, openCases])).toEqual(expected);
      },
      { timeout: WITHIN_MS },
    );
    for (const what of ['closings', 'statement']) {
      const { body } = await office.send('POST', `/api/chain/${what}/export`, { from: today(), to: today() });
      const [head, ...lines] = String(body).trimEnd().split('\r\n');
      const cells = [head, ...lines].map((line) => line?.split(','));
      expect(cells.map((line) => line?.at(-1))).toEqual(['incomplete', 'suspended', 'no-answer']);
      expect(cells.map((line) => line?.length)).toEqual([cells[0]?.length, cells[0]?.length, cells[0]?.length]);
      expect(lines.map((line) => line.split(',')[0])).toEqual(['Katong', 'Newton']);
    }
    const { body } = await office.send('GET', `/api/chain/cover?day=${today()}`);
    expect(body).toMatchObject([{ answer: null }, { answer: null }, { answer: { incomplete: null } }]);
  });
});
