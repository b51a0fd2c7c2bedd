import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Service, startService } from '../../../bff/app/service.ts';
import { createLogger } from '../../../bff/platform/base/logging.ts';
import { readConfig } from '../../../bff/platform/config/config.ts';
import { trainingSchema } from '../../../contract/access/people.ts';
import { SHOPS } from '../../../sandbox/credentials.ts';
import { newDatabase, onStores, POSTGRES, removeDatabase, SQLITE } from '../../../testing/databases/stores.ts';
import { createFastClock } from '../../../testing/fast-clock.ts';
import { applyChain, CHAIN, enrolmentCodeInKatong, withJournal } from '../../../testing/rigs/chain.ts';
import { textAt } from '../../../testing/rigs/people.ts';
import { createBrowser, type TestBrowser } from '../../../testing/test-server.ts';

const [, KATONG] = SHOPS;
const MISTYPED = CHAIN.replace(KATONG.mid, '000000012345697');
const WITHIN = { timeout: 60_000, interval: 100 };
vi.setConfig({ testTimeout: 120_000 });

onStores([SQLITE, POSTGRES], (kind) => {
  let folder: string;
  let url: string;
  let service: Service;
  const settings = () => ({ DATA_DIR: join(folder, 'shop'), DATABASE_URL: url, SESSION_IDLE_MS: '600000' });
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tillside-mid-'));
    url = kind === POSTGRES ? await newDatabase('empty') : '';
    const log = createLogger('silent');
    service = await startService({ config: readConfig(settings()), log, pages: '', clock: createFastClock(4) });
  });
  afterEach(async () => {
    await service.close();
    if (url !== '') await removeDatabase(url);
    rmSync(folder, { recursive: true });
  });

  const browser = () => createBrowser((request) => service.fetch(request));

  async function managerOf(till: TestBrowser): Promise<TestBrowser> {
    const { people } = trainingSchema.parse((await browser().send('POST', '/api/practice')).body);
    const manager = people.find(({ role }) => role === 'manager');
    await vi.waitFor(async () => {
      const { status } = await till.send('POST', '/api/session', { personId: manager?.id, pin: manager?.pin });
      expect(status).toBe(200);
    }, WITHIN);
    return till;
  }
  async function tillInOrchard(): Promise<TestBrowser> {
    const till = browser();
    await till.send('POST', '/api/practice');
    return managerOf(till);
  }
  async function tillInKatong(): Promise<TestBrowser> {
    const till = browser();
    const code = await vi.waitFor(() => enrolmentCodeInKatong(settings()), WITHIN);
    expect((await till.send('POST', '/api/devices', { code, name: 'Till' })).status).toBe(201);
    return managerOf(till);
  }
  async function redeem(till: TestBrowser, { id = '', voucher = '0' } = {}) {
    const code = textAt((await till.send('GET', '/api/practice/vouchers')).body, voucher, 'ref');
    await till.send('POST', '/api/vouchers/check', { code });
    return till.send('PUT', `/api/tenders/${id || randomUUID()}`, { code, amount: 100, currency: 'SGD' });
  }
  /** Redeems, and waits for a state: a slow machine answers before the outcome is known. */
  async function redeemUntil(state: string, till: TestBrowser, voucher?: string): Promise<string> {
    const id = randomUUID();
    expect((await redeem(till, { id, ...(voucher !== undefined && { voucher }) })).status).toBe(201);
    await vi.waitFor(() => expectState(till, id, state), WITHIN);
    return id;
  }
  async function expectState(till: TestBrowser, id: string, state: string): Promise<void> {
    expect((await till.send('GET', `/api/tenders/${id}`)).body).toMatchObject({ state });
  }
  const midCases = async (till: TestBrowser) =>
    ((await till.send('GET', '/api/attention')).body as { kind: string }[]).filter((item) => item.kind === 'mid');

  it('a mistyped mid stops only its shop, which resolves its unknown redemptions after the correction', async () => {
    await applyChain(settings(), MISTYPED);
    const katong = await tillInKatong();
    const orchard = await tillInOrchard();
    const id = await redeemUntil('unknown', katong);
    expect(await redeem(katong)).toMatchObject({ status: 409, body: { error: { code: 'shop-stopped' } } });
    await redeemUntil('captured', orchard, '1');
    expect(await midCases(katong)).toMatchObject([{ evidence: [{ detail: `shops.katong.mid: ${KATONG.mid}` }] }]);
    expect(await midCases(orchard)).toEqual([]);

    await applyChain(settings(), CHAIN);
    await vi.waitFor(async () => {
      await expectState(katong, id, 'captured');
      expect(await midCases(katong)).toEqual([]);
    }, WITHIN);
    await redeemUntil('captured', katong);
  });

  it('an added shop without a mid in the file learns it from its first redemption', async () => {
    await applyChain(settings(), CHAIN.replace(/ *mid: .*\n/, ''));
    const katong = await tillInKatong();
    await redeemUntil('captured', katong);
    const mid = await withJournal(settings(), ({ db }) =>
      db.selectFrom('shop').select('mid').where('slug', '=', 'katong').executeTakeFirst(),
    );
    expect(mid).toEqual({ mid: KATONG.mid });
    expect(await applyChain(settings(), CHAIN)).toEqual([]);
  });
});
