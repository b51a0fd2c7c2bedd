import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { DatabaseSync } from '@photostructure/sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emptyLog } from '../../../features/backups/bff/sqlite-copy.ts';
import { diagnose } from '../../../features/server-check/bff/diagnose.ts';
import { SQLITE } from '../../../testing/databases/stores.ts';
import { at, MANAGER_PIN, setUpShop } from '../../../testing/rigs/people.ts';
import { makeShop } from '../../../testing/rigs/shops.ts';
import { createTestServer } from '../../../testing/test-server.ts';
import { openShopStore } from '../../app/shop-store.ts';
import { createLogger } from '../base/logging.ts';
import { readConfig } from '../config/config.ts';
import { migrate } from './migrate.ts';
import { openSqlite } from './sqlite.ts';
import { StoreUnavailable } from './store-unavailable.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillside-sqlite-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('the server waits briefly for another program that locks the database, and then writes nothing', async () => {
  const db = openSqlite(folder);
  await migrate(db);
  const other = new DatabaseSync(join(folder, 'tillside.sqlite'));
  other.exec('begin immediate');
  const begun = performance.now();
  const write = (on: typeof db) => makeShop(on);
  await expect(write(db)).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
  await expect(db.transaction().execute(write)).rejects.toBeInstanceOf(StoreUnavailable);
  expect(performance.now() - begun).toBeLessThan(3_000);
  other.exec('rollback');
  await write(db);
  expect(await db.selectFrom('shop').select('id').execute()).toEqual([{ id: 'main' }]);
  await db.destroy();
  other.close();
});

it('sign-ins and new codes fail on a full disk, and both can be repeated', async () => {
  const store = await SQLITE.open();
  const server = await createTestServer({ store });
  const { browser, managerId } = await setUpShop(server);
  await sql`pragma max_page_count = 1`.execute(store.db);
  const until = async (ask: () => ReturnType<typeof browser.send>) => {
    /* There is room for a few more rows on pages that are there. */
    for (let n = 0; n < 200; n += 1) {
      const { status, body } = await ask();
      if (status >= 300) return [status, at(body, 'error', 'code'), at(body, 'error', 'retry')];
    }
    return 'was never full';
  };
  expect(await until(() => browser.send('POST', '/api/devices/codes'))).toEqual([503, 'not-ready', 'safe']);
  expect(await until(() => browser.send('POST', '/api/session', { personId: managerId, pin: MANAGER_PIN }))).toEqual([
    503,
    'not-ready',
    'safe',
  ]);
  expect(server.logged.filter((line) => line.includes('unexpected'))).toEqual([]);
  await sql`pragma max_page_count = 1000000`.execute(store.db);
  expect((await browser.send('POST', '/api/session', { personId: managerId, pin: MANAGER_PIN })).status).toBe(200);
  await server.close();
});

describe('a damaged journal', () => {
  const open = () => openShopStore(readConfig({ DATA_DIR: folder }), createLogger('silent'));
  it.each<[string, () => Promise<void>]>([
    ['is no longer a database', async () => writeFileSync(join(folder, 'tillside.sqlite'), 'x'.repeat(8_192))],
    [
      'has lost pages',
      async () => {
        await (await open()).store.close();
        emptyLog(join(folder, 'tillside.sqlite'));
        writeFileSync(join(folder, 'tillside.sqlite'), Buffer.alloc(16_384, 0xab), { flag: 'r+' });
      },
    ],
  ])('is reported at the start and by the doctor, with its folder and instructions, if it %s', async (_, damage) => {
    await damage();
    await expect(open()).rejects.toThrow(`The journal in DATA_DIR (${folder}) is damaged: restore it from a backup`);
    const store = (await diagnose({ DATA_DIR: folder })).find(({ subject }) => subject === 'store');
    expect(store).toMatchObject({
      ok: false,
      message: expect.stringContaining(`DATA_DIR (${folder}) is damaged: stop the server and restore`),
    });
  });
});
