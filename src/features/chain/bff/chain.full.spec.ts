import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Service, startService } from '../../../bff/app/service.ts';
import { KEY_BYTES } from '../../../bff/platform/base/keys.ts';
import { createLogger } from '../../../bff/platform/base/logging.ts';
import { readConfig } from '../../../bff/platform/config/config.ts';
import { FIRST_SHOP } from '../../../bff/platform/store/first-shop.ts';
import { type ManagedShop, trainingSchema } from '../../../contract/access/people.ts';
import { endpoints } from '../../../contract/platform/endpoints.ts';
import { dayPeriod, MIDNIGHT, shopDate } from '../../../contract/platform/shop-day.ts';
import { checkAnswerSchema } from '../../../contract/voucher/voucher.ts';
import { SHOPS } from '../../../sandbox/credentials.ts';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../../testing/databases/stores.ts';
import { applyChain, CHAIN, enrolmentCodeInKatong, withJournal } from '../../../testing/rigs/chain.ts';
import { at, textAt } from '../../../testing/rigs/people.ts';
import { createBrowser, type TestBrowser } from '../../../testing/test-server.ts';
import type { ShiftSummary } from '../../closings/contract/shift.ts';
import { exceptionsSchema } from '../../exception-report/contract/exception.ts';
import { totalsAnswerSchema } from '../../transactions/contract/transaction-list.ts';
import type { ShopOverview } from '../contract/overview.ts';
import type { ShopAnswer } from '../contract/shop-answers.ts';
import { makePasskeyCode, makeSheet } from './sheet.ts';

const [, KATONG] = SHOPS;
const EVERYBODY = `${CHAIN}    staff: { Training manager: manager, Training stock: stock }\n`;
/** A slow machine starts a shop within this time. */
const WITHIN_MS = 40_000;
const CANARY = 'Canary till';
const TENDER = 'a1b2c3d4-0000-4000-8000-000000000001';

let settings: Record<string, string>;
let service: Service;

const apply = (yaml: string, secret?: string) => applyChain(settings, yaml, secret);

const browser = () => createBrowser((request) => service.fetch(request));

async function signIn(till: TestBrowser, role: string): Promise<void> {
  const { people } = trainingSchema.parse((await browser().send('POST', '/api/practice')).body);
  const person = people.find((one) => one.role === role);
  const answer = await till.send('POST', '/api/session', { personId: person?.id, pin: person?.pin });
  expect(answer.status).toBe(200);
}

/** A till of the second shop, signed in. */
async function tillInKatong(role = 'manager'): Promise<TestBrowser> {
  const till = browser();
  /* The shop's first manager comes with its start. */
  const code = await vi.waitFor(() => enrolmentCodeInKatong(settings), WITHIN_MS);
  expect((await till.send('POST', '/api/devices', { code, name: CANARY })).status).toBe(201);
  await vi.waitFor(async () => expect((await till.send('GET', '/api/people')).status).toBe(200), WITHIN_MS);
  await signIn(till, role);
  return till;
}

async function tillInOrchard(role = 'manager'): Promise<TestBrowser> {
  const till = browser();
  await till.send('POST', '/api/practice');
  await signIn(till, role);
  return till;
}

async function redeem(till: TestBrowser) {
  const code = textAt((await till.send('GET', '/api/practice/vouchers')).body, '0', 'ref');
  const checked = checkAnswerSchema.parse((await till.send('POST', '/api/vouchers/check', { code })).body);
  expect(checked.status).toBe('active');
  return till.send('PUT', `/api/tenders/${TENDER}`, { code, amount: 100, currency: 'SGD' });
}

const redeemAnyway = (till: TestBrowser) =>
  till.send('PUT', `/api/tenders/${TENDER}`, { code: '1234567890', amount: 100, currency: 'SGD' });

const DAYS = { timeZone: 'Asia/Singapore', dayBegins: MIDNIGHT };
const shopToday = () => shopDate(Date.now(), DAYS);
const lastDay = () => ({
  from: new Date(Date.now() - 86_400_000).toISOString(),
  to: new Date(Date.now() + 60_000).toISOString(),
});

/** The list of the last day, as text. */
async function linesOf(till: TestBrowser): Promise<string> {
  const { status, body } = await till.send('POST', '/api/transactions/lines', lastDay());
  expect(status).toBe(200);
  return JSON.stringify(body);
}

onStores([SQLITE, POSTGRES], ({ name, open }) => {
  describe('two shops on one server', { timeout: 120_000 }, () => {
    let store: TestStore | null;
    beforeEach(async () => {
      store = name === 'SQLite' ? null : await open();
      const folder = mkdtempSync(join(tmpdir(), 'tillside-chain-'));
      settings = {
        DATA_DIR: folder,
        ...(store?.url && { DATABASE_URL: store.url, DATA_KEY: Buffer.alloc(KEY_BYTES, 5).toString('base64') }),
      };
      service = await startService({ config: readConfig(settings), log: createLogger('silent'), pages: '' });
      return async () => {
        await service.close();
        await store?.close();
        rmSync(folder, { recursive: true });
      };
    });

    it('a shop that is added while the server runs can redeem at once, with its own merchant id', async () => {
      expect((await apply(CHAIN)).map(({ kind }) => kind)).toEqual(['name', 'add-shop']);
      const till = await tillInKatong();
      const taken = await redeem(till);
      expect([taken.status, at(taken.body, 'state')]).toEqual([201, 'captured']);
      expect((await till.send('GET', '/api/shop')).body).toMatchObject({ name: 'Katong' });
      await vi.waitFor(async () => {
        const listed = await linesOf(till);
        expect(listed).toContain(textAt(taken.body, 'captureId'));
        expect(listed).not.toContain(SHOPS[0].mid);
      }, WITHIN_MS);
    });

    it('no route shows a person of one shop any data of the other, whatever their role', async () => {
      await apply(CHAIN);
      expect((await redeem(await tillInKatong())).status).toBe(201);
      const foreign = new RegExp(`${CANARY}|${KATONG.mid}`);
      for (const role of ['manager', 'cashier', 'stock']) {
        const till = await tillInOrchard(role);
        expect((await till.send('GET', '/api/shop')).body).toMatchObject({ name: 'Orchard' });
        for (const { method, path } of Object.values(endpoints)) {
          if (method !== 'GET' || /events|metrics/.test(path)) continue;
          const { status, body } = await till.send('GET', path.replace(/:\w+/g, TENDER));
          const answer = `${role} ${path} ${status} ${JSON.stringify(body ?? '')}`;
          expect(answer).not.toMatch(/^\S+ \S+ 500 /);
          expect(answer).not.toMatch(foreign);
        }
        expect(await linesOf(till)).not.toMatch(foreign);
      }
    });

    it('no data of another shop can be changed: its redemption is not refunded, and its device stays', async () => {
      await apply(CHAIN);
      const katong = await tillInKatong();
      await redeem(katong);
      const [device] = (await katong.send('GET', '/api/devices')).body as { id: string }[];
      const orchard = await tillInOrchard();
      const refund = { tenderId: TENDER, reason: 'Mine' };
      const answers = await Promise.all([
        orchard.send('PUT', '/api/refunds/b1b2c3d4-0000-4000-8000-000000000001', refund),
        orchard.send('DELETE', `/api/devices/${device?.id}`),
        orchard.send('GET', `/api/tenders/${TENDER}`),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
      expect((await katong.send('GET', '/api/session')).status).toBe(200);
    });

    it('an id that another shop used is refused, and its redemption is not revealed', async () => {
      await apply(CHAIN);
      const [katong, orchard] = [await tillInKatong(), await tillInOrchard()];
      await redeem(katong);
      const repeated = await redeem(orchard);
      expect([repeated.status, at(repeated.body, 'error', 'code')]).toEqual([409, 'tender-mismatch']);
      const cancelled = await orchard.send('DELETE', `/api/tenders/${TENDER}`);
      expect(cancelled.status).toBe(409);
      expect(JSON.stringify(cancelled.body)).not.toContain('captured');
      expect((await katong.send('GET', `/api/tenders/${TENDER}`)).body).toMatchObject({ state: 'captured' });
    });

    it('programs, printers and devices of an added shop reach that shop', async () => {
      await apply(CHAIN);
      const till = await tillInKatong();
      await redeem(till);
      const made = await till.send('POST', '/api/keys', { name: 'Register 1', scopes: ['read'] });
      const authorization = `Bearer ${textAt(made.body, 'key')}`;
      const read = await browser().send('GET', `/api/tenders/${TENDER}`, undefined, { authorization });
      expect([read.status, at(read.body, 'state')]).toEqual([200, 'captured']);
      const printer = { name: 'Bar', kind: 'cloudprnt', width: 80, cutter: true, drawer: false };
      const { path } = (await till.send('PUT', `/api/printers/${TENDER}`, printer)).body as { path: string };
      expect((await browser().send('POST', path, { statusCode: '200 OK' })).body).toEqual({ jobReady: false });
      expect((await till.send('GET', '/api/printers')).body).toMatchObject([{ state: 'ready' }]);
      const taken = await (await tillInOrchard()).send('PUT', `/api/printers/${TENDER}`, printer);
      expect([taken.status, at(taken.body, 'error', 'code')]).toEqual([409, 'id-used']);
    });

    it('results for the same register name the shop of the till', async () => {
      await apply(CHAIN);
      const origin = 'https://register.example';
      for (const [openTill, shopName] of [
        [tillInOrchard, 'main'],
        [tillInKatong, 'katong'],
      ] as const) {
        const till = await openTill();
        expect((await till.send('POST', '/api/registers', { name: 'Web shop', origin })).status).toBe(201);
        const link = { amount: 100, currency: 'SGD', reference: 'R-1', state: 's', returnUrl: `${origin}/back` };
        const opened = await till.send('PUT', `/api/pay-links/${randomUUID()}`, link);
        const id = textAt(opened.body, 'id');
        const { body } = await till.send('POST', `/api/pay-links/${id}/return`, { awaiting: [] });
        expect(new URL(textAt(body, 'url')).searchParams.get('till_shop')).toBe(shopName);
      }
    });

    it('a person without a role in a shop is signed out there, and stays signed in elsewhere', async () => {
      await apply(EVERYBODY);
      const [katong, orchard] = [await tillInKatong(), await tillInOrchard()];
      const changes = await apply(`${CHAIN}    staff: { Training stock: stock }\n`);
      expect(changes.map(({ kind }) => kind)).toContain('remove-place');
      expect((await katong.send('GET', '/api/session')).status).toBe(401);
      expect((await orchard.send('GET', '/api/session')).status).toBe(200);
    });

    it('a manager of one shop cannot change the PIN or name of a person who also works in another', async () => {
      await apply(`${CHAIN}    staff: { Training stock: stock }\n`);
      await tillInKatong('stock');
      await apply(`${CHAIN}    staff: { Training stock: stock }\n`);
      const orchard = await tillInOrchard();
      const people = (await orchard.send('GET', '/api/people')).body as { id: string; role: string }[];
      const idOf = (role: string) => people.find((person) => person.role === role)?.id ?? '';
      const reset = (role: string) => orchard.send('PATCH', `/api/people/${idOf(role)}`, { pin: '482913' });
      const { status, body } = await reset('stock');
      expect([status, at(body, 'error', 'code')]).toEqual([403, 'works-elsewhere']);
      expect((await reset('cashier')).status).toBe(200);
    });

    it('a suspended shop refuses every caller, and the other shop continues', async () => {
      await apply(CHAIN);
      const [katong, orchard] = [await tillInKatong(), await tillInOrchard()];
      const events = await service.fetch(
        new Request('http://till.test/api/events', { headers: { host: 'till.test', cookie: katong.cookieHeader() } }),
      );
      expect(events.status).toBe(200);
      await apply(`${CHAIN}    suspended: true\n`);
      await events.text();
      await vi.waitFor(async () => {
        const { status, body } = await katong.send('GET', '/api/session');
        expect([status, at(body, 'error', 'code')]).toEqual([403, 'shop-suspended']);
      }, WITHIN_MS);
      expect((await orchard.send('GET', '/api/session')).status).toBe(200);
      await apply(`${CHAIN}    suspended: false\n`);
      await vi.waitFor(async () => expect((await katong.send('GET', '/api/session')).status).toBe(200), WITHIN_MS);
    });

    it('the same file applied again changes nothing, and a code enrols one device once', async () => {
      await apply(EVERYBODY);
      expect(await apply(EVERYBODY)).toEqual([]);
      const [line = ''] = await withJournal(settings, (deps) => makeSheet('katong', 1, deps));
      const [code] = line.split(' ');
      const enrol = () => browser().send('POST', '/api/devices', { code, name: 'Till 1' });
      expect([(await enrol()).status, (await enrol()).status]).toEqual([201, 403]);
    });

    it('a manager of two shops opens the other shop, sees only its data, and cannot redeem there', async () => {
      await apply(`${CHAIN}    staff: { Training manager: manager }\n`);
      const [katong, till] = [await tillInKatong(), await tillInOrchard()];
      expect((await redeem(katong)).status).toBe(201);
      const shops = (await till.send('GET', '/api/shops')).body as ManagedShop[];
      expect(shops.map((shop) => [shop.name, shop.home, shop.current])).toEqual([
        ['Katong', false, false],
        ['Orchard', true, true],
      ]);
      const move = async (index: number) =>
        (await till.send('PUT', '/api/session/shop', { shop: shops[index]?.id })).status;
      expect(await move(0)).toBe(200);
      expect((await till.send('GET', '/api/shop')).body).toMatchObject({ name: 'Katong', visit: { office: false } });
      expect(JSON.stringify((await till.send('GET', '/api/devices')).body)).toContain(CANARY);
      const refused = [await redeemAnyway(till), await till.send('GET', `/api/tenders/${TENDER}`)];
      expect(refused.map(({ status, body }) => [status, at(body, 'error', 'code')])).toEqual([
        [403, 'visiting'],
        [403, 'visiting'],
      ]);
      const [shift] = (await till.send('GET', `/api/shifts?day=${shopToday()}`)).body as ShiftSummary[];
      expect((await till.send('GET', `/api/shifts/${shift?.id}`)).status).toBe(200);
      const closed = await till.send('PUT', `/api/shifts/${shift?.id}/z`, {});
      expect([closed.status, at(closed.body, 'number')]).toEqual([201, 1]);
      expect(await move(1)).toBe(200);
      expect(JSON.stringify((await till.send('GET', '/api/devices')).body)).not.toContain(CANARY);
      await signIn(till, 'cashier');
      expect((await till.send('PUT', '/api/session/shop', { shop: shops[0]?.id })).status).toBe(403);
    });

    it('a setting of head office reaches every shop within a second, and a locked setting cannot be changed', async () => {
      await apply(`${CHAIN}    staff: { Training manager: manager }\n`);
      const [katong, office] = [await tillInKatong(), await tillInOrchard()];
      const put = (till: TestBrowser, body: object) => till.send('PUT', '/api/settings', body);
      const forAll = (body: object) => office.send('PUT', '/api/settings/chain', body);
      expect((await forAll({ settings: { askAboveDue: 700 }, locked: false })).status).toBe(403);
      await withJournal(settings, ({ db }) => db.updateTable('session').set({ office: 1 }).execute());
      expect((await put(katong, { typedAmounts: 'cents' })).status).toBe(200);
      expect((await forAll({ settings: { askAboveDue: 700, typedAmounts: 'units' }, locked: false })).status).toBe(200);
      expect((await katong.send('GET', '/api/settings')).body).toMatchObject({
        askAboveDue: 700,
        typedAmounts: 'cents',
      });
      const origins = (await katong.send('GET', '/api/settings/origins')).body;
      expect(origins).toMatchObject({ askAboveDue: 'chain', typedAmounts: 'shop' });
      expect((await put(katong, { reset: ['typedAmounts'] })).body).toMatchObject({ typedAmounts: 'units' });
      expect((await forAll({ settings: { askAboveDue: 800 }, locked: true })).status).toBe(200);
      const { status, body } = await put(katong, { askAboveDue: 900 });
      expect([status, at(body, 'error', 'code')]).toEqual([403, 'setting-locked']);
      expect((await put(katong, { askAboveDue: 800, emptyVouchers: 'keep' })).status).toBe(200);
      const trail = JSON.stringify((await katong.send('POST', '/api/audit/search', lastDay())).body);
      expect(trail).toContain('chain.settings-changed');
    });

    it('settings and printers of a file apply on a running server within a second', async () => {
      await apply(CHAIN);
      const till = await tillInKatong();
      const settingsNow = async () => (await till.send('GET', '/api/settings')).body;
      await apply(`settings: { askAboveDue: { value: 700, locked: true } }
${CHAIN}    settings: { typedAmounts: cents }
    printers: [{ name: Bar, kind: network, host: 10.1.2.3, port: 9100, width: 80, cutter: true, drawer: false }]
    devices: { ${CANARY}: { printer: Bar } }\n`);
      expect(await settingsNow()).toMatchObject({ askAboveDue: 700, typedAmounts: 'cents' });
      expect((await till.send('GET', '/api/printing')).body).toMatchObject({ printer: { name: 'Bar' } });
      const { status, body } = await till.send('PUT', '/api/settings', { askAboveDue: 800 });
      expect([status, at(body, 'error', 'code')]).toEqual([403, 'setting-locked']);
      await apply(`settings: { askAboveDue: null }${CHAIN}    printers: []\n`);
      expect(await settingsNow()).not.toMatchObject({ askAboveDue: 700 });
      expect((await till.send('GET', '/api/printing')).body).toMatchObject({ printer: null });
    });

    it('head office sees the same sums that every shop lists, and a manager does not', async () => {
      await apply(`${CHAIN}    staff: { Training manager: manager }\n`);
      const [katong, orchard] = [await tillInKatong(), await tillInOrchard()];
      expect((await redeem(katong)).status).toBe(201);
      const today = shopToday();
      const overview = () => orchard.send('GET', `/api/chain/overview?from=${today}&to=${today}`);
      const { from, to } = dayPeriod(today, DAYS);
      const period = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
      expect((await overview()).status).toBe(403);
      await withJournal(settings, ({ db }) => db.updateTable('session').set({ office: 1 }).execute());
      await vi.waitFor(async () => {
        const { body } = await overview();
        for (const [title, till] of [
          ['Katong', katong],
          ['Orchard', orchard],
        ] as const) {
          const totals = (await till.send('POST', '/api/transactions/totals', period)).body;
          const [own] = totalsAnswerSchema.parse(totals).sums.currencies;
          const seen = (body as ShopOverview[]).find((shop) => shop.name === title)?.sums[0];
          expect([title, seen?.captured, seen?.refunded]).toEqual([title, own?.captured, own?.refunded]);
          if (till === katong) expect(seen?.captured).toBe(100);
        }
      }, WITHIN_MS);
    });

    it('head office and a manager of both shops see both shops’ own data, and a manager of one does not', async () => {
      await apply(`${CHAIN}    staff: { Training manager: manager }\n`);
      const [katong, orchard] = [await tillInKatong(), await tillInOrchard()];
      expect((await redeem(katong)).status).toBe(201);
      const today = shopToday();
      const own: Record<string, (till: TestBrowser) => Promise<unknown>> = {
        closings: async (till) => (await till.send('GET', `/api/shifts?day=${today}&to=${today}`)).body,
        statement: async (till) =>
          at((await till.send('POST', '/api/statements', { from: today, to: today, till: null })).body, 'lines'),
        exceptions: async (till) =>
          exceptionsSchema.parse((await till.send('POST', '/api/exceptions/search', {})).body).exceptions.length,
      };
      const all = async (till: TestBrowser, what: string) => {
        const { status, body } = await till.send('GET', `/api/chain/${what}?from=${today}&to=${today}`);
        return status === 200 ? (body as ShopAnswer<readonly unknown[]>[]) : status;
      };
      expect(
        (await orchard.send('PUT', '/api/settings', { saleLimits: { refund: { above: 100, way: 'never' } } })).status,
      ).toBe(200);
      expect((await orchard.send('PUT', '/api/settings', { saleLimits: {} })).status).toBe(200);
      const compare = async () => {
        const [covered] = (await orchard.send('GET', `/api/chain/cover?day=${today}`)).body as ShopAnswer<unknown>[];
        const cover = (await katong.send('GET', `/api/shifts/cover?day=${today}`)).body;
        expect(covered?.answer).toEqual({ currencies: at(cover, 'currencies'), incomplete: null });
        expect(cover).toMatchObject({ currencies: [{ issuer: 100, open: 100 }] });
        for (const [what, read] of Object.entries(own)) {
          const shops = await all(orchard, what);
          if (typeof shops === 'number') throw new Error(`${what} ${shops}`);
          const answers = shops.map(({ name: of, answer }) => [of, what === 'exceptions' ? answer?.length : answer]);
          expect(answers).toEqual([
            ['Katong', await read(katong)],
            ['Orchard', await read(orchard)],
          ]);
        }
      };
      await vi.waitFor(compare, WITHIN_MS);
      const saved = (what: string) => orchard.send('POST', `/api/chain/${what}/export`, { from: today, to: today });
      expect((await saved('statement')).body).toMatch(/^shop,from,.*\r\nKatong,.*,SGD,1,1\.00,0,0\.00,1\.00,/);
      expect((await saved('closings')).body).toMatch(/^shop,day,.*\r\nKatong,.*,SGD,1\.00,0\.00,1\.00,,,0,\r\n$/);
      expect(await own['exceptions']?.(orchard)).toBe(1);
      expect(await own['statement']?.(katong)).toMatchObject([{ redemptions: 1, redeemed: 100 }]);
      expect((await orchard.send('GET', '/api/chain/closings?from=2030-01-01&to=2030-02-01')).status).toBe(400);
      expect((await orchard.send('GET', '/api/chain/devices')).status).toBe(403);
      await apply(`${CHAIN}    suspended: true\n    staff: { Training manager: manager }\n`);
      await vi.waitFor(async () => expect((await katong.send('GET', '/api/session')).status).toBe(403), WITHIN_MS);
      for (const what of Object.keys(own))
        expect(await all(orchard, what)).toMatchObject([
          { name: 'Katong', suspended: true, answer: null },
          { name: 'Orchard', suspended: false, answer: expect.any(Array) },
        ]);
      await apply(`${CHAIN}    suspended: false\n    staff: { Training stock: stock }\n`);
      for (const what of Object.keys(own)) expect(await all(orchard, what)).toBe(403);
      expect((await saved('closings')).status).toBe(403);
      await vi.waitFor(async () => expect((await katong.send('GET', '/api/shop')).status).toBe(200), WITHIN_MS);
      await withJournal(settings, ({ db }) => db.updateTable('session').set({ office: 1 }).execute());
      const devices = await all(orchard, 'devices');
      expect(devices).toMatchObject([{ name: 'Katong', answer: { devices: [{ name: CANARY }] } }, { name: 'Orchard' }]);
      expect(await all(orchard, 'closings')).toMatchObject([{ answer: [{}] }, { answer: [] }]);
    });

    it('head office opens every shop, and is signed out at once when the file no longer names it', async () => {
      await apply(`${CHAIN}office: [Training cashier, Kim]\n`);
      const till = await tillInOrchard('cashier');
      await withJournal(settings, ({ db }) => db.updateTable('session').set({ office: 1 }).execute());
      const members = (await till.send('GET', '/api/office/members')).body;
      expect(members).toMatchObject([{ name: 'Kim' }, { name: 'Training cashier', current: true }]);
      expect(JSON.stringify((await till.send('GET', '/api/people')).body)).not.toContain('Kim');
      const [katong] = (await till.send('GET', '/api/shops')).body as ManagedShop[];
      expect((await till.send('PUT', '/api/session/shop', { shop: katong?.id })).status).toBe(200);
      await vi.waitFor(async () => expect((await till.send('GET', '/api/passkeys')).status).toBe(200), WITHIN_MS);
      const kim = textAt(members, '0', 'id');
      expect((await till.send('POST', `/api/office/members/${kim}/code`)).status).toBe(201);
      const changes = await apply(`${CHAIN}office: [Kim]\n`);
      expect(changes.map(({ kind }) => kind)).toEqual(['remove-member']);
      expect((await till.send('GET', '/api/session')).status).toBe(401);
      expect(await apply(`${CHAIN}office: [Kim]\n`)).toEqual([]);
      const [code = ''] = (await withJournal(settings, (deps) => makePasskeyCode('Kim', deps))).split(' ');
      expect((await till.send('POST', '/api/passkeys/code/options', { code })).body).toMatchObject({ name: 'Kim' });
      await expect(withJournal(settings, (deps) => makePasskeyCode('Training cashier', deps))).rejects.toThrow(
        'no person named',
      );
      const trail = await withJournal(settings, ({ db }) =>
        db.selectFrom('audit').select('action').where('shop', '=', FIRST_SHOP.shop).execute(),
      );
      const expected = [
        'office.member-added',
        'office.member-added',
        'office.code-made',
        'office.member-removed',
        'office.code-made',
      ];
      expect(trail.map(({ action }) => action).filter((action) => action.startsWith('office.'))).toEqual(expected);
    });

    it('new credentials are in use within seconds, and the shop continues to redeem', async () => {
      await apply(CHAIN, 'a secret that is out of date');
      const till = await tillInKatong();
      const code = textAt((await till.send('GET', '/api/practice/vouchers')).body, '0', 'ref');
      const check = async () => (await till.send('POST', '/api/vouchers/check', { code })).status;
      await apply(CHAIN);
      await vi.waitFor(async () => expect((await redeem(till)).status).toBe(201), WITHIN_MS);
      expect(await check()).toBe(200);
    });
  });
});
