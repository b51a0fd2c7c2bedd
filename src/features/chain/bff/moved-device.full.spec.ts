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
import { SHOP_HEADER } from '../../../contract/platform/shop-header.ts';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../../testing/databases/stores.ts';
import { applyChain, CHAIN, untilOpen, withJournal } from '../../../testing/rigs/chain.ts';
import { at, codeOf, textAt } from '../../../testing/rigs/people.ts';
import { shopNamed } from '../../../testing/rigs/shops.ts';
import { createBrowser, type TestBrowser } from '../../../testing/test-server.ts';
import { makeSheet } from './sheet.ts';

const STAFF = '    staff: { Training manager: manager }\n';
/** A sister shop of Katong, and a shop of another account; their issuers are never reached. */
const SHOPS = `${CHAIN}${STAFF}  tampines:
    name: Tampines
    clientId: tampines
    secretFile: secret
${STAFF}  bedok:
    name: Bedok
    account: east
    clientId: bedok
    secretFile: secret
${STAFF}accounts:
  east: { merchantBaseUrl: "https://issuer.invalid/merchant" }
`;
const SUSPENDED = SHOPS.replace('    name: Katong\n', '    name: Katong\n    suspended: true\n');
const TENDER = 'a1b2c3d4-0000-4000-8000-000000000001';

onStores([SQLITE, POSTGRES], ({ name: database, open }) => {
  let settings: Record<string, string>;
  let service: Service;
  let managerPin: { readonly personId: string; readonly pin: string };
  beforeEach(async () => {
    const store: TestStore | null = database === 'SQLite' ? null : await open();
    const folder = mkdtempSync(join(tmpdir(), 'tillside-moved-'));
    settings = {
      DATA_DIR: folder,
      ...(store?.url && { DATABASE_URL: store.url, DATA_KEY: Buffer.alloc(KEY_BYTES, 5).toString('base64') }),
    };
    service = await startService({ config: readConfig(settings), log: createLogger('silent'), pages: '' });
    await applyChain(settings, SHOPS);
    const { people } = trainingSchema.parse((await browser().send('POST', '/api/practice')).body);
    const manager = people.find(({ role }) => role === 'manager');
    managerPin = { personId: manager?.id ?? '', pin: manager?.pin ?? '' };
    return async () => {
      await service.close();
      await store?.close();
      rmSync(folder, { recursive: true });
    };
  }, 60_000);
  vi.setConfig({ testTimeout: 120_000 });

  const browser = () => createBrowser((request) => service.fetch(request));

  const codeIn = async (slug: string) => {
    const [line = ''] = await withJournal(settings, (deps) => makeSheet(slug, 1, deps));
    return line.split(' ')[0] ?? '';
  };

  async function enrolIn(slug: string, till: TestBrowser, name: string): Promise<void> {
    const code = await codeIn(slug);
    const enrolled = await till.send('POST', '/api/devices', { code, name });
    expect(enrolled.status).toBe(201);
  }

  const signIn = (till: TestBrowser) =>
    untilOpen(async () => expect((await till.send('POST', '/api/session', managerPin)).status).toBe(200));

  async function tillIn(slug: string, name: string): Promise<TestBrowser> {
    const till = browser();
    await enrolIn(slug, till, name);
    await signIn(till);
    return till;
  }

  const namesIn = async (manager: TestBrowser) =>
    ((await manager.send('GET', '/api/devices')).body as { readonly name: string }[]).map(({ name }) => name);

  const trailOf = (slug: string) =>
    withJournal(settings, async ({ db }) => {
      const lines = acrossShops(db).selectFrom('audit').innerJoin('shop', 'shop.id', 'audit.shop');
      const written = await lines.select(['action', 'details']).where('slug', '=', slug).orderBy('seq').execute();
      return written.map(({ action, details }) => `${action} ${details}`);
    });

  it.each([
    ['a sister shop', 'tampines', 'Tampines'],
    ['a shop of another account', 'bedok', 'Bedok'],
  ])(
    'a device that moves to %s loses its entry and its session, and its work stays in the former shop',
    async (_, to, name) => {
      const other = await tillIn('katong', 'Counter');
      const till = await tillIn('katong', 'Till 1');
      const home = textAt((await till.send('GET', '/api/shop')).body, 'id');
      const [former, code] = [till.cookieHeader(), await codeIn(to)];
      const found = await till.send('POST', '/api/devices/codes/shop', { code });
      expect(found.body).toEqual({ name, home: 'Katong', isHere: false, isLastDevice: false });
      expect(await namesIn(other)).toEqual(['Counter', 'Till 1']);
      expect((await till.send('POST', '/api/devices', { code, name: 'Till 9' })).status).toBe(201);

      expect(await namesIn(other)).toEqual(['Counter']);
      expect((await trailOf('katong')).at(-1)).toBe(`device.moved {"name":"Till 1","toShop":"${name}"}`);
      /* The session of the former shop is valid in neither shop, with the former credential or the new one. */
      expect(codeOf(await till.send('GET', '/api/session'))).toBe('signed-out');
      const withFormer = (path: string) =>
        service.fetch(new Request(`http://till.test${path}`, { headers: { host: 'till.test', cookie: former } }));
      expect([(await withFormer('/api/session')).status, (await withFormer('/api/people')).status]).toEqual([401, 401]);
      await signIn(till);
      expect((await till.send('GET', '/api/shop')).body).toMatchObject({ name, device: { name: 'Till 9' } });
      expect(await namesIn(till)).toEqual(['Till 9']);

      /* The page of the former shop sends nothing of it to the new one. */
      const request = { code: '1000000050', amount: 100, currency: 'SGD' };
      const late = await till.send('PUT', `/api/tenders/${TENDER}`, request, { [SHOP_HEADER]: home });
      expect([late.status, codeOf(late)]).toEqual([409, 'other-shop']);
    },
  );

  it('a redemption stays in the shop that it began in, even after the device moves back', async () => {
    const till = await tillIn('katong', 'Till 1');
    const code = textAt((await till.send('GET', '/api/practice/vouchers')).body, '0', 'ref');
    await till.send('POST', '/api/vouchers/check', { code });
    const redeemed = await till.send('PUT', `/api/tenders/${TENDER}`, { code, amount: 100, currency: 'SGD' });
    expect(redeemed.status).toBe(201);
    await enrolIn('bedok', till, 'Till 1');
    await signIn(till);
    expect((await till.send('GET', `/api/tenders/${TENDER}`)).status).toBe(404);
    await enrolIn('katong', till, 'Till 1');
    await signIn(till);
    expect((await till.send('GET', `/api/tenders/${TENDER}`)).body).toMatchObject({ id: TENDER });
    expect(await namesIn(till)).toEqual(['Till 1']);
  });

  it('a device of a suspended shop can only move with a code', async () => {
    const till = await tillIn('katong', 'Till 1');
    await applyChain(settings, SUSPENDED);
    await untilOpen(async () => expect(codeOf(await till.send('GET', '/api/people'))).toBe('shop-suspended'));
    const code = await codeIn('bedok');
    const found = await till.send('POST', '/api/devices/codes/shop', { code });
    expect(found.body).toMatchObject({ name: 'Bedok', home: 'Katong', isLastDevice: true });
    for (const wrong of ['/api/devices', '/api/devices/codes/shop'])
      expect(
        codeOf(await till.send('POST', wrong, { code: 'AAAA-2222', ...(wrong === '/api/devices' && { name: 'X' }) })),
      ).toBe('wrong-enrolment-code');
    expect(codeOf(await till.send('POST', '/api/devices/codes'))).toBe('shop-suspended');
    expect((await till.send('POST', '/api/devices', { code, name: 'Till 1' })).status).toBe(201);
    await signIn(till);
    expect(at((await till.send('GET', '/api/shop')).body, 'name')).toBe('Bedok');
  });

  it('a code of the device’s own shop is recognised and not used, and a wrong code changes nothing', async () => {
    const till = await tillIn('katong', 'Till 1');
    const code = await codeIn('katong');
    expect((await till.send('POST', '/api/devices/codes/shop', { code })).body).toMatchObject({ isHere: true });
    expect(codeOf(await till.send('POST', '/api/devices', { code: 'AAAA-2222', name: 'X' }))).toBe(
      'wrong-enrolment-code',
    );
    expect(await namesIn(till)).toEqual(['Till 1']);
    expect((await browser().send('POST', '/api/devices', { code, name: 'Till 2' })).status).toBe(201);
    expect(await namesIn(till)).toEqual(['Till 1', 'Till 2']);
  });

  it('head office moves a device, which is signed out and becomes a till of the other shop automatically', async () => {
    const till = await tillIn('katong', 'Till 1');
    const counter = await tillIn('bedok', 'Till 1');
    const bedok = textAt((await counter.send('GET', '/api/shop')).body, 'id');
    const { body } = await till.send('GET', '/api/shop');
    const [katong, id] = [textAt(body, 'id'), textAt(body, 'device', 'id')];
    const path = `/api/chain/devices/${id}/move`;
    expect((await counter.send('POST', path, { shop: bedok, name: 'Till 2' })).status).toBe(403);

    const office = browser();
    await office.send('POST', '/api/practice');
    await signIn(office);
    const sessions = ({ db }: { readonly db: Parameters<typeof acrossShops>[0] }) =>
      acrossShops(db).updateTable('session').set({ office: 1 });
    const orchard = textAt((await office.send('GET', '/api/shop')).body, 'id');
    await withJournal(settings, (deps) => sessions(deps).where('shop', '=', shopNamed(orchard)).execute());
    const move = async (shop: string, name: string, of = path) => {
      const answer = await office.send('POST', of, { shop, name });
      return answer.status === 204 ? 'moved' : codeOf(answer);
    };
    expect(await move(bedok, 'till 1')).toBe('name-taken');
    expect(await move(katong, 'Till 2')).toBe('not-found');
    expect(await move('a1b2c3d4-0000-4000-8000-00000000dead', 'Till 2')).toBe('not-found');
    expect(await move(bedok, 'Till 2')).toBe('moved');
    expect(await move(orchard, 'Till 2')).toBe('not-found');

    const late = await till.send('POST', '/api/session', managerPin, { [SHOP_HEADER]: katong });
    expect(codeOf(late)).toBe('other-shop');
    expect(codeOf(await till.send('GET', '/api/session'))).toBe('signed-out');
    expect((await till.send('GET', '/api/shop')).body).toMatchObject({ name: 'Bedok', device: { name: 'Till 2' } });
    await signIn(till);
    expect(await namesIn(counter)).toEqual(['Till 1', 'Till 2']);
    expect((await trailOf('katong')).at(-1)).toBe('device.moved {"name":"Till 1","toShop":"Bedok"}');
    await applyChain(settings, SUSPENDED);
    expect(
      await move(
        katong,
        'Till 2',
        `/api/chain/devices/${textAt((await till.send('GET', '/api/shop')).body, 'device', 'id')}/move`,
      ),
    ).toBe('not-found');
  });
});
