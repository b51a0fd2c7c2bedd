import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Service, startService } from '../../../bff/app/service.ts';
import { createLogger } from '../../../bff/platform/base/logging.ts';
import { systemRandom } from '../../../bff/platform/base/ports.ts';
import { readConfig } from '../../../bff/platform/config/config.ts';
import { trainingSchema } from '../../../contract/access/people.ts';
import { SHOP_HEADER } from '../../../contract/platform/shop-header.ts';
import { newDatabase, onStores, POSTGRES, removeDatabase, SQLITE } from '../../../testing/databases/stores.ts';
import { createFastClock } from '../../../testing/fast-clock.ts';
import { applyChain, CHAIN, enrolmentCodeInKatong } from '../../../testing/rigs/chain.ts';
import { at, textAt } from '../../../testing/rigs/people.ts';
import { createBrowser, type TestBrowser } from '../../../testing/test-server.ts';
import { backupSourceOf } from '../../backups/bff/backup-source.ts';
import { makeBackup } from '../../backups/bff/make-backup.ts';
import { restoreJournal } from '../../backups/bff/restore-journal.ts';

const log = createLogger('silent');
const WITHIN = { timeout: 60_000, interval: 100 };

/** A server starts twice, and the shop opens by itself. */
vi.setConfig({ testTimeout: 120_000 });

onStores([SQLITE, POSTGRES], (kind) => {
  let folder: string;
  let url: string;
  let service: Service | null;
  const clock = createFastClock(4);
  const settings = () => ({
    DATA_DIR: join(folder, 'shop'),
    DATABASE_URL: url,
    SETTLE_WINDOW_MS: '1500',
    SESSION_IDLE_MS: '600000',
  });
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tillside-returned-'));
    url = kind === POSTGRES ? await newDatabase('empty') : '';
    service = null;
  });
  afterEach(async () => {
    await service?.close();
    if (url !== '') await removeDatabase(url);
    rmSync(folder, { recursive: true });
  });

  async function start(): Promise<void> {
    service = await startService({ config: readConfig(settings()), log, pages: '', clock });
  }

  const browser = () => createBrowser((request) => service?.fetch(request) ?? Promise.reject(new Error('stopped')));

  /** Enrols a device in the second shop, and signs its manager in. */
  async function enrolInKatong(till: TestBrowser): Promise<void> {
    const code = await vi.waitFor(() => enrolmentCodeInKatong(settings()), WITHIN);
    expect((await till.send('POST', '/api/devices', { code, name: 'Till' })).status).toBe(201);
    const { people } = trainingSchema.parse((await browser().send('POST', '/api/practice')).body);
    const manager = people.find(({ role }) => role === 'manager');
    await vi.waitFor(async () => {
      const signedIn = await till.send('POST', '/api/session', { personId: manager?.id, pin: manager?.pin });
      expect(signedIn.status).toBe(200);
    }, WITHIN);
  }

  const shopIdOf = async (till: TestBrowser) => textAt((await till.send('GET', '/api/shop')).body, 'id');

  it('a shop that is added again after a restore does not redeem anything twice', async () => {
    await start();
    await makeBackup(backupSourceOf(readConfig(settings()), true), join(folder, 'backup'));
    await applyChain(settings(), CHAIN);
    const till = browser();
    await enrolInKatong(till);
    const before = await shopIdOf(till);
    const code = textAt((await till.send('GET', '/api/practice/vouchers')).body, '0', 'ref');
    const request = { code, amount: 100, currency: 'SGD' };
    const id = randomUUID();
    await till.send('POST', '/api/vouchers/check', { code });
    await till.send('PUT', `/api/tenders/${id}`, request);
    const captureId = await vi.waitFor(async () => {
      const { body } = await till.send('GET', `/api/tenders/${id}`);
      expect(body).toMatchObject({ state: 'captured' });
      return textAt(body, 'captureId');
    }, WITHIN);
    await service?.close();

    const from = { folder: join(folder, 'backup'), replace: true, config: readConfig(settings()) };
    await restoreJournal({ ...from, clock, random: systemRandom });
    await start();
    await applyChain(settings(), CHAIN);
    const later = browser();
    await enrolInKatong(later);
    expect(await shopIdOf(later)).not.toBe(before);
    const pageBefore = { [SHOP_HEADER]: before };
    for (const answer of [
      await later.send('GET', `/api/tenders/${id}`, undefined, pageBefore),
      await later.send('PUT', `/api/tenders/${id}`, { ...request, sentAgoMs: 60_000 }, pageBefore),
    ])
      expect([answer.status, at(answer.body, 'error', 'code')]).toEqual([409, 'other-shop']);
    expect((await later.send('GET', `/api/tenders/${id}`)).status).toBe(503);

    const listed = await vi.waitFor(async () => {
      const { body } = await later.send('GET', '/api/attention');
      expect(JSON.stringify(body)).toContain(captureId);
      expect(JSON.stringify(body)).not.toContain('"gap"');
      return body;
    }, WITHIN);
    expect(listed).toMatchObject([{ kind: 'orphan' }]);
    expect((await later.send('GET', `/api/tenders/${id}`)).status).toBe(503);

    await service?.close();
    await start();
    const orchard = browser();
    await orchard.send('POST', '/api/practice');
    expect((await orchard.send('GET', '/api/shop')).body).toMatchObject({ name: 'Orchard' });
  });

  it('a shop that is added to a complete database opens at once', async () => {
    await start();
    await applyChain(settings(), CHAIN);
    const till = browser();
    await enrolInKatong(till);
    expect((await till.send('GET', '/api/journal')).body).toMatchObject({ closed: null });
    expect((await till.send('GET', `/api/tenders/${randomUUID()}`)).status).toBe(404);
  });
});
