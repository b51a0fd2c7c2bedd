import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openShopStore, type ShopStore } from '../../bff/app/shop-store.ts';
import { startParts } from '../../bff/app/start-parts.ts';
import { createLogger } from '../../bff/platform/base/logging.ts';
import { systemClock, systemRandom } from '../../bff/platform/base/ports.ts';
import { readConfig } from '../../bff/platform/config/config.ts';
import { registerServer } from '../../bff/platform/store/live-servers.ts';
import { assertSupportedVersion, MIGRATIONS, migrationsOf } from '../../bff/platform/store/migrate.ts';
import { openPostgres } from '../../bff/platform/store/postgres.ts';
import { openSqlite } from '../../bff/platform/store/sqlite.ts';
import { createManualClock } from '../clock.ts';
import { followQueries } from '../databases/running-queries.ts';
import { newDatabase, onStores, POSTGRES, removeDatabase, SQLITE } from '../databases/stores.ts';
import { createModelIssuer, MODEL_MID, type ModelIssuer } from '../issuer/model-issuer.ts';
import { ANA } from '../rigs/till.ts';
import { createTestServer } from '../test-server.ts';
import { live, RELEASED } from './rows.ts';

/** Journals of the last two versions with an unknown outcome, opened by the program as it is. */

const REF = '1234567890';
const OTHER_REF = '5550001111';
const CENTS = 100;
const SETTLED_WITHIN_MS = 15 * 60_000;
const STEPS = Object.keys(MIGRATIONS).toSorted();
/** The newest step of each of the last two versions. */
const OLDER = [STEPS.at(-3) ?? '', STEPS.at(-2) ?? ''];
const upTo = (last: string) => Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name <= last));
const REMOTE = {
  VOUCHER_SERVICE: 'remote',
  MERCHANT_BASE_URL: 'http://127.0.0.1:9',
  MERCHANT_CLIENT_ID: 'a',
  MERCHANT_CLIENT_SECRET: 'b',
  DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
};
const log = createLogger('silent');

onStores([SQLITE, POSTGRES], (kind) => {
  let folder: string;
  let url: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tillside-upgrade-'));
    url = kind === POSTGRES ? await newDatabase('empty') : '';
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true });
    if (url !== '') await removeDatabase(url);
  });

  const openRaw = async () => (url === '' ? openSqlite(folder) : openPostgres({ url, log }));
  /** Writes the journal of an older version. */
  async function write(last: string): Promise<void> {
    const db = await openRaw();
    await live(db, upTo(last));
    await db.destroy();
  }
  const open = (): Promise<ShopStore> =>
    openShopStore(readConfig({ ...REMOTE, DATA_DIR: folder, DATABASE_URL: url, BACKUP_TO: folder }), log);

  describe.each(OLDER)('after the upgrade of a journal at step %s', (last) => {
    it.each([
      ['captured', [OTHER_REF, REF]],
      ['not_captured', [OTHER_REF]],
    ])('a lost answer becomes %s by the issuer’s rows, and nothing is sent again', async (state, rows) => {
      await write(last);
      const { store } = await open();
      let issuer: ModelIssuer | undefined;
      const queries = followQueries();
      const server = await createTestServer({
        clock: createManualClock(undefined, queries.quiet),
        /* The clock does not wait for the thread that reads. */
        store: { ...store, reads: store.db },
        issuer(clock) {
          issuer = createModelIssuer({ clock });
          for (const ref of [OTHER_REF, REF]) issuer.add(ref, { amount: 5_000, currency: 'SGD' });
          /* The model’s first id is that of the captured redemption in the journal. */
          for (const ref of rows) issuer.captureElsewhere(ref, CENTS, MODEL_MID);
          return issuer;
        },
      });
      expect((await server.parts.tenders.get(ANA, RELEASED.lost)).state).toBe('unknown');
      await startParts(server.parts);
      await server.clock.advance(SETTLED_WITHIN_MS);
      expect((await server.parts.tenders.get(ANA, RELEASED.lost)).state).toBe(state);
      expect((await server.parts.tenders.get(ANA, RELEASED.taken)).state).toBe('captured');
      expect(issuer?.attempts()).toBe(0);
      queries.stop();
      await server.close();
    });
  });

  it.runIf(kind === POSTGRES)(
    'a journal is not upgraded while a server of the older version runs, which is refused afterwards',
    async () => {
      const [, last = ''] = OLDER;
      await write(last);
      const db = await openRaw();
      const older = await registerServer({ url, db, clock: systemClock, random: systemRandom, log });
      await expect(open()).rejects.toThrow('Servers of an older version still use the database');
      expect((await migrationsOf(db)).at(-1)).toBe(last);
      await older.close();
      const [first, second] = [await open(), await open()];
      expect((await migrationsOf(db)).at(-1)).toBe(STEPS.at(-1));
      await expect(assertSupportedVersion(db, upTo(last))).rejects.toThrow('This journal was written by a newer version of Tillside');
      await Promise.all([first, second].map(({ store }) => store.close()));
      await db.destroy();
    },
  );
});
