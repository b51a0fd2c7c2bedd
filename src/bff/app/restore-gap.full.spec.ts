import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { trainingSchema } from '../../contract/access/people.ts';
import { backupSourceOf } from '../../features/backups/bff/backup-source.ts';
import { makeBackup } from '../../features/backups/bff/make-backup.ts';
import { restoreJournal } from '../../features/backups/bff/restore-journal.ts';
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
/** How long the issuer may still act: short, so that a story ends. */
const WINDOW_MS = '1500';
/** The till stays idle while a story waits. */
const IDLE_MS = '600000';
const DAY_MS = 24 * 60 * 60_000;
const WITHIN = { timeout: 40_000, interval: 100 };
/** Recovery takes seconds before the shop opens. */
const clock = createFastClock(4);

onStores([SQLITE, POSTGRES], (kind) => {
  let folder: string;
  let url: string;
  let service: Service | null;
  /** The only till of the shop, with its cookies. */
  let till: TestBrowser;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tillside-gap-'));
    url = kind === POSTGRES ? await newDatabase('empty') : '';
    service = null;
    till = createBrowser((request) => service?.fetch(request) ?? Promise.reject(new Error('no server runs')));
  });
  afterEach(async () => {
    await service?.close();
    if (url !== '') await removeDatabase(url);
    rmSync(folder, { recursive: true });
  });

  const config = () =>
    readConfig({
      DATA_DIR: join(folder, 'shop'),
      DATABASE_URL: url,
      SETTLE_WINDOW_MS: WINDOW_MS,
      SESSION_IDLE_MS: IDLE_MS,
    });

  /** Starts the server, and signs its manager in. */
  async function start(): Promise<TestBrowser> {
    service = await startService({ config: config(), log, pages: '', clock });
    const { people } = trainingSchema.parse((await till.send('POST', '/api/practice')).body);
    const manager = people.find(({ role }) => role === 'manager');
    await till.send('POST', '/api/session', { personId: manager?.id, pin: manager?.pin });
    return till;
  }

  async function stop(): Promise<void> {
    await service?.close();
    service = null;
  }

  /** A till that redeems, and remembers its responses. */
  async function redeem(browser: TestBrowser, code: string, id: string, sentAgoMs?: number) {
    const body = { code, amount: 100, currency: 'SGD', ...(sentAgoMs !== undefined && { sentAgoMs }) };
    const answer = await browser.send('PUT', `/api/tenders/${id}`, body);
    return {
      status: answer.status,
      state: at(answer.body, 'state'),
      captureId: at(answer.body, 'captureId'),
      tag: at(answer.body, 'tag'),
      code: at(answer.body, 'error'),
    };
  }

  /** Redeems, and waits for the outcome: on a busy machine the first answer may come before it. */
  async function capture(browser: TestBrowser, code: string, id: string) {
    await redeem(browser, code, id);
    return vi.waitFor(async () => {
      const { body } = await browser.send('GET', `/api/tenders/${id}`);
      expect(body).toMatchObject({ state: 'captured' });
      return { captureId: at(body, 'captureId'), tag: at(body, 'tag') };
    }, WITHIN);
  }

  const casesOf = async (browser: TestBrowser) => casesIn(await browser.send('GET', '/api/attention'));

  async function remaining(browser: TestBrowser, code: string): Promise<unknown> {
    return at((await browser.send('POST', '/api/vouchers/check', { code })).body, 'remaining');
  }

  /** Redeems once more after a backup, which is then put back. */
  async function loseOne(): Promise<{ readonly code: string; readonly id: string; readonly left: unknown }> {
    const browser = await start();
    const code = textAt((await browser.send('GET', '/api/practice/vouchers')).body, '0', 'ref');
    await capture(browser, code, randomUUID());
    await backUp();
    const id = randomUUID();
    await capture(browser, code, id);
    const left = await remaining(browser, code);
    await stop();
    await restore();
    return { code, id, left };
  }

  const backUp = () => makeBackup(backupSourceOf(config(), true), join(folder, 'backup'));
  /** Captures count only from the shop's beginning, so this shop begins a day before the loss. */
  async function makeOlder(): Promise<void> {
    const db = await openDatabase(config());
    await db
      .updateTable('shop')
      .set({ created_at: clock.now() - DAY_MS })
      .execute();
    await db.destroy();
  }
  const restore = () =>
    restoreJournal({
      folder: join(folder, 'backup'),
      replace: true,
      config: config(),
      clock,
      random: systemRandom,
    });

  it('repeating an id after a restore redeems nothing twice, because the shop stays closed until lost redemptions are recovered', async () => {
    const browser = await start();
    const code = textAt((await browser.send('GET', '/api/practice/vouchers')).body, '0', 'ref');
    await capture(browser, code, randomUUID());
    await backUp();
    const id = randomUUID();
    const { captureId, tag } = await capture(browser, code, id);
    const left = await remaining(browser, code);
    await stop();
    await restore();

    const later = await start();
    expect(await redeem(later, code, id)).toMatchObject({ status: 503, code: { code: 'journal-gap', retry: 'safe' } });
    expect((await later.send('GET', `/api/tenders/${id}`)).status).toBe(503);
    expect((await later.send('DELETE', `/api/tenders/${id}`)).status).toBe(503);
    expect(await casesOf(later)).toMatchObject([
      {
        kind: 'gap',
        actions: ['open'],
        evidence: expect.arrayContaining([expect.objectContaining({ code: 'gap-restored' })]),
      },
    ]);
    const journal = textAt((await later.send('GET', '/api/journal')).body, 'id');
    const captured = { amount: 100, currency: 'SGD' };
    const told = { journal, wishes: [], heard: [{ id, agoMs: 5_000, tag }], taken: [{ id, captureId, captured }] };
    await vi.waitFor(async () => {
      await later.send('POST', '/api/journal/remembered', told);
      expect((await later.send('GET', '/api/journal')).body).toMatchObject({ closed: null });
    }, WITHIN);
    expect((await later.send('GET', `/api/tenders/${id}`)).body).toMatchObject({ state: 'captured', captureId });
    expect(await redeem(later, code, id)).toMatchObject({ status: 200, state: 'captured', captureId });
    expect(await remaining(later, code)).toEqual(left);
    expect(await casesOf(later)).toEqual([]);
    await capture(later, code, randomUUID());
  }, 90_000);

  it('a capture unknown to all tills is listed, and an id sent before the gap is never treated as new', async () => {
    const { code, id, left } = await loseOne();
    await makeOlder();

    const later = await start();
    const journal = textAt((await later.send('GET', '/api/journal')).body, 'id');
    await vi.waitFor(async () => {
      await later.send('POST', '/api/journal/remembered', { journal, wishes: [], heard: [], taken: [] });
      expect((await later.send('GET', '/api/journal')).body).toMatchObject({ closed: null });
    }, WITHIN);
    expect(await casesOf(later)).toMatchObject([{ kind: 'orphan' }]);
    expect(await redeem(later, code, id, 3_600_000)).toMatchObject({ status: 201, state: 'unknown' });
    expect(await remaining(later, code)).toEqual(left);
  }, 90_000);

  it('requests lost from a till are neither new nor “not received” if a manager opens the shop without waiting for it', async () => {
    const { code, id, left } = await loseOne();

    const later = await start();
    const [gap] = await casesOf(later);
    await vi.waitFor(async () => {
      await later.send('POST', `/api/attention/${gap?.id}`, { action: 'open', reason: 'Till 2 is at the repair shop' });
      expect((await later.send('GET', '/api/journal')).body).toMatchObject({ closed: null, awaited: true });
    }, WITHIN);
    expect((await later.send('GET', `/api/tenders/${id}`)).status).toBe(503);
    expect((await later.send('DELETE', `/api/tenders/${id}`)).status).toBe(503);
    expect(await redeem(later, code, id)).toMatchObject({ status: 503, code: { code: 'journal-gap', retry: 'safe' } });
    expect(await remaining(later, code)).toEqual(left);
    const journal = textAt((await later.send('GET', '/api/journal')).body, 'id');
    const wishes = [{ id, body: { code, amount: 100, currency: 'SGD' }, sentAgoMs: 3_600_000 }];
    await later.send('POST', '/api/journal/remembered', { journal, wishes, heard: [], taken: [] });
    expect((await later.send('GET', '/api/journal')).body).toMatchObject({ closed: null, awaited: false });
    expect((await later.send('GET', `/api/tenders/${id}`)).body).toMatchObject({ id });
    expect((await later.send('GET', `/api/tenders/${randomUUID()}`)).status).toBe(404);
  }, 90_000);

  it('a backup made while the shop was closed closes it again, even for tills that had already reported', async () => {
    await loseOne();
    const later = await start();
    const journal = textAt((await later.send('GET', '/api/journal')).body, 'id');
    await later.send('POST', '/api/journal/remembered', { journal, wishes: [], heard: [], taken: [] });
    expect((await later.send('GET', '/api/journal')).body).toMatchObject({ closed: { awaitsThisTill: false } });
    rmSync(join(folder, 'backup'), { recursive: true });
    await backUp();
    await stop();
    await restore();

    expect((await (await start()).send('GET', '/api/journal')).body).toMatchObject({
      closed: { awaitsThisTill: true },
    });
  }, 90_000);

  it.runIf(kind === SQLITE)(
    'replacing the journal by an older file is detected',
    async () => {
      const browser = await start();
      const code = textAt((await browser.send('GET', '/api/practice/vouchers')).body, '0', 'ref');
      await stop();
      const file = join(folder, 'shop', 'tillside.sqlite');
      const older = join(folder, 'older');
      /* A stopped server leaves its last writes in the -wal file. */
      for (const end of ['', '-wal']) if (existsSync(`${file}${end}`)) copyFileSync(`${file}${end}`, `${older}${end}`);
      await redeem(await start(), code, randomUUID());
      await stop();
      for (const name of [file, `${file}-wal`, `${file}-shm`]) rmSync(name, { force: true });
      for (const end of ['', '-wal']) if (existsSync(`${older}${end}`)) copyFileSync(`${older}${end}`, `${file}${end}`);
      expect((await redeem(await start(), code, randomUUID())).status).toBe(503);
    },
    60_000,
  );

  it('an orderly stop and restart change nothing', async () => {
    await start();
    await stop();
    expect((await (await start()).send('GET', '/api/journal')).body).toMatchObject({ closed: null });
  }, 60_000);
});
