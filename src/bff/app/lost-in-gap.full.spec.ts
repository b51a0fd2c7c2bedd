import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { backupSourceOf } from '../../features/backups/bff/backup-source.ts';
import { makeBackup } from '../../features/backups/bff/make-backup.ts';
import { restoreJournal } from '../../features/backups/bff/restore-journal.ts';
import { startVoucherService, type VoucherService } from '../../testing/crash/service.ts';
import { newDatabase, onStores, POSTGRES, removeDatabase, SQLITE } from '../../testing/databases/stores.ts';
import { createFastClock } from '../../testing/fast-clock.ts';
import { casesIn } from '../../testing/rigs/cases.ts';
import { at, textAt } from '../../testing/rigs/people.ts';
import { createBrowser, type TestBrowser } from '../../testing/test-server.ts';
import { createLogger } from '../platform/base/logging.ts';
import { systemRandom } from '../platform/base/ports.ts';
import { readConfig } from '../platform/config/config.ts';
import { openDatabase } from '../platform/storage/open-existing.ts';
import { type Service, startService } from './service.ts';

const log = createLogger('silent');
const SETUP_CODE = 'SETUP-CODE-OF-A-GAP';
const PIN = '739146';
const DATA_KEY = Buffer.alloc(32, 7).toString('base64');
const DAY_MS = 24 * 60 * 60_000;
const WITHIN = { timeout: 40_000, interval: 100 };
/** Recovery takes seconds before the shop opens. */
const clock = createFastClock(4);

/**
 * Other losses of a journal than redemptions. The voucher service runs in another process, with its
 * own ledger.
 */
onStores([SQLITE, POSTGRES], (kind) => {
  let folder: string;
  let url: string;
  let issuer: VoucherService;
  let service: Service | null;
  /** The only till of the shop, with its cookies. */
  let till: TestBrowser;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tillside-lost-'));
    url = kind === POSTGRES ? await newDatabase('empty') : '';
    issuer = await startVoucherService(() => clock.now());
    service = null;
    till = createBrowser((request) => service?.fetch(request) ?? Promise.reject(new Error('no server runs')));
    service = await startService({ config: config(), log, pages: '', clock });
    await till.send('POST', '/api/setup', {
      code: SETUP_CODE,
      device: { name: 'Till' },
      manager: { name: 'Mia', pin: PIN },
    });
  });
  afterEach(async () => {
    await service?.close();
    await issuer.close();
    if (url !== '') await removeDatabase(url);
    rmSync(folder, { recursive: true });
  });

  const config = () =>
    readConfig({
      ...issuer.env,
      SETUP_CODE,
      DATA_DIR: join(folder, 'shop'),
      DATABASE_URL: url,
      DATA_KEY,
      PUBLIC_ORIGIN: 'http://till.test',
      PLAIN_HTTP: 'on',
      SETTLE_WINDOW_MS: '1500',
      SESSION_IDLE_MS: '600000',
      SWEEP_EVERY_MS: '1000',
    });

  const redeem = (code: string, id: string, sentAgoMs?: number) =>
    till.send('PUT', `/api/tenders/${id}`, {
      code,
      amount: 100,
      currency: 'SGD',
      ...(sentAgoMs !== undefined && { sentAgoMs }),
    });
  const refund = (tenderId: string, id: string) =>
    till.send('PUT', `/api/refunds/${id}`, { tenderId, reason: 'wrong voucher' });
  /** Redeems, and waits for the outcome: on a busy machine the first answer may come before it. */
  async function capture(code: string, id: string): Promise<void> {
    await redeem(code, id);
    await until(`/api/tenders/${id}`, { state: 'captured' });
  }
  const until = (path: string, what: object) =>
    vi.waitFor(async () => {
      const { body } = await till.send('GET', path);
      expect(body).toMatchObject(what);
      return body;
    }, WITHIN);
  const typesOf = async (ref: string) => (await issuer.ledger(ref)).transactions.map(({ type }) => type).sort();
  const backUp = () => makeBackup(backupSourceOf(config(), true), join(folder, 'backup'));

  /** The backup is put back, and the manager signs in again; the shop is closed. */
  async function restore(): Promise<void> {
    await service?.close();
    service = null;
    await restoreJournal({
      folder: join(folder, 'backup'),
      replace: true,
      config: config(),
      clock,
      random: systemRandom,
    });
    await makeOlder();
    service = await startService({ config: config(), log, pages: '', clock });
    const personId = textAt((await till.send('GET', '/api/people')).body, '0', 'id');
    await till.send('POST', '/api/session', { personId, pin: PIN });
  }

  /** Captures count only from the shop's beginning, so this shop begins a day before the loss. */
  async function makeOlder(): Promise<void> {
    const db = await openDatabase(config());
    await db
      .updateTable('shop')
      .set({ created_at: clock.now() - DAY_MS })
      .execute();
    await db.destroy();
  }

  /** The till reports that it remembers no redemption, until the shop has opened. */
  async function untilOpen(): Promise<void> {
    const journal = textAt((await till.send('GET', '/api/journal')).body, 'id');
    await vi.waitFor(async () => {
      await till.send('POST', '/api/journal/remembered', { journal, wishes: [], heard: [], taken: [] });
      expect((await till.send('GET', '/api/journal')).body).toMatchObject({ closed: null });
    }, WITHIN);
  }

  it('a refund lost by the journal is not repeated, because the new request finds the issuer’s refund', async () => {
    const code = await issuer.newVoucher();
    const tenderId = randomUUID();
    const id = randomUUID();
    await capture(code, tenderId);
    await backUp();
    await refund(tenderId, id);
    const first = await until(`/api/refunds/${id}`, { state: 'refunded' });
    await restore();
    expect((await till.send('GET', `/api/refunds/${id}`)).status).toBe(503);
    expect((await refund(tenderId, id)).status).toBe(503);
    await untilOpen();
    expect((await till.send('GET', `/api/tenders/${tenderId}`)).body).toMatchObject({ state: 'captured' });

    await refund(tenderId, id);
    await until(`/api/refunds/${id}`, { state: 'refunded', refundId: at(first, 'refundId') });
    expect((await till.send('GET', `/api/tenders/${tenderId}`)).body).toMatchObject({ state: 'refunded' });
    expect((await refund(tenderId, randomUUID())).body).toMatchObject({ error: { code: 'not-refundable' } });
    expect((await typesOf(code)).filter((type) => type === 'Refund')).toHaveLength(1);
  }, 90_000);

  it('a shop that lost its own mid opens, and lists its captures once an answer contains the mid', async () => {
    await backUp();
    const code = await issuer.newVoucher();
    const id = randomUUID();
    await capture(code, id);
    await restore();
    expect((await redeem(code, id)).status).toBe(503);
    await untilOpen();
    expect(casesIn(await till.send('GET', '/api/attention'))).toEqual([]);
    await capture(await issuer.newVoucher(), randomUUID());
    await until(
      '/api/attention',
      expect.arrayContaining([expect.objectContaining({ kind: 'orphan', amount: { amount: 100, currency: 'SGD' } })]),
    );
    expect((await redeem(code, id, DAY_MS / 2)).body).toMatchObject({ state: 'unknown' });
    expect((await typesOf(code)).filter((type) => type === 'Capture')).toHaveLength(1);
  }, 90_000);
});
