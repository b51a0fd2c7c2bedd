import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DatabaseSync } from '@photostructure/sqlite';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openShopStore } from '../../bff/app/shop-store.ts';
import { verifyTrail } from '../../bff/platform/audit/verify.ts';
import { createLogger } from '../../bff/platform/base/logging.ts';
import { readConfig } from '../../bff/platform/config/config.ts';
import { readStoredShops } from '../../bff/platform/config/stored-shops.ts';
import { acrossShops } from '../../bff/platform/store/across-shops.ts';
import { openPostgres } from '../../bff/platform/store/postgres.ts';
import { openSqlite } from '../../bff/platform/store/sqlite.ts';
import { runPostgresProgram } from '../../features/backups/bff/postgres-programs.ts';
import { newDatabase, onStores, POSTGRES, removeDatabase, SQLITE } from '../databases/stores.ts';
import { ANA, MEI, TEST_KEYS } from '../rigs/till.ts';
import { createTestServer } from '../test-server.ts';
import { ADDED, live, RELEASED, RELEASES } from './rows.ts';
import { dumpSqlite, statementsOf, withoutExtras } from './scripts.ts';

/**
 * Databases as every release left them, in files beside this one, opened by the program as it is.
 *
 * A release gets its own with `WRITE_RELEASED=true npx vitest run -c src/testing/vitest.config.ts
 * src/testing/released`, which also rewrites the latest; older ones stay as they are.
 */
const write = process.env['WRITE_RELEASED'] === 'true';
const REMOTE = { VOUCHER_SERVICE: 'remote', MERCHANT_BASE_URL: 'http://127.0.0.1:9', MERCHANT_CLIENT_ID: 'a', MERCHANT_CLIENT_SECRET: 'b' };
const LATEST = RELEASES.at(-1) ?? '';
const log = createLogger('silent');
const fileOf = (version: string, kind: 'sqlite' | 'postgres') => fileURLToPath(new URL(`${version}.${kind}.sql`, import.meta.url));
const read = (version: string, kind: 'sqlite' | 'postgres') => readFileSync(fileOf(version, kind), 'utf8');

onStores([SQLITE, POSTGRES], (kind) => {
  let folder: string;
  let url: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tillside-released-'));
    url = kind === POSTGRES ? await newDatabase('empty') : '';
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true });
    if (url !== '') await removeDatabase(url);
  });

  describe.runIf(write).each([LATEST])('the journal of %s', (version) => {
    it('is written to a file', async () => {
      const db = url === '' ? openSqlite(folder) : await openPostgres({ url, log });
      await live(db);
      if (url === '') writeFileSync(fileOf(version, 'sqlite'), await dumpSqlite(db));
      await db.destroy();
      if (url !== '') await writeFromPostgres(version);
      expect(read(version, url === '' ? 'sqlite' : 'postgres')).toContain('kysely_migration');
    });
  });

  async function writeFromPostgres(version: string): Promise<void> {
    const dump = join(folder, 'dump.sql');
    await runPostgresProgram('pg_dump', ['--inserts', '--no-owner', '--no-privileges', '--enable-row-security', `--file=${dump}`], url);
    writeFileSync(fileOf(version, 'postgres'), `${withoutExtras(readFileSync(dump, 'utf8'))}\n`);
  }

  async function load(version: string): Promise<void> {
    if (url === '') {
      const database = new DatabaseSync(join(folder, 'tillside.sqlite'));
      for (const statement of statementsOf(read(version, 'sqlite'))) database.exec(statement);
      return database.close();
    }
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(read(version, 'postgres'));
    await client.end();
  }

  const open = () =>
    openShopStore(readConfig({ ...REMOTE, DATA_DIR: folder, DATABASE_URL: url, DATA_KEY: Buffer.alloc(32, 7).toString('base64') }), log);

  describe.each(RELEASES)('the journal written by %s', (version) => {
    it('can be opened, and everything in it exists', async () => {
      await load(version);
      const { store } = await open();
      const server = await createTestServer({ store });
      const { tenders, activations, issues, people, registers, payLinks } = server.parts;
      expect((await people.list(MEI.shop)).map(({ name }) => name).sort()).toEqual(['Ana', 'Mei']);
      expect(await tenders.get(ANA, RELEASED.taken)).toMatchObject({ state: 'captured', captured: { amount: 100, currency: 'SGD' } });
      expect((await tenders.get(ANA, RELEASED.lost)).state).toBe('unknown');
      const claims = await store.db.selectFrom('claim').select('operation_id').where('shop', '=', MEI.shop).execute();
      expect(claims).toEqual([{ operation_id: RELEASED.taken }]);
      expect((await activations.get(MEI, RELEASED.activation)).state).toBe('done');
      expect((await issues.get(ANA, RELEASED.issue)).issued).toBe(1);
      const { printer, printouts } = await server.parts.printouts.ofDevice(ANA);
      expect([printer?.id, printouts.map(({ id, state }) => [id, state])]).toEqual([RELEASED.printer, [[RELEASED.printout, 'unsure']]]);
      const verdict = (await verifyTrail(store.db, TEST_KEYS, [])).find(({ shop }) => shop === MEI.shop);
      expect([verdict?.fault, verdict?.sound]).toEqual([null, 2]);
      expect((await server.parts.accessKeys.list(MEI.shop)).map(({ name }) => name)).toEqual(['Register 1']);
      expect(await server.parts.webhooks.messages(MEI.shop, 'hook-1')).toMatchObject([{ state: 'waiting' }]);
      expect(await tenders.get(ANA, RELEASED.sold)).toMatchObject({ saleId: RELEASED.link, receiptNo: 'R-1029', entry: 'camera' });
      expect(await registers.list(MEI.shop)).toMatchObject([{ id: RELEASED.register, origin: 'https://register.example' }]);
      expect(await payLinks.back(ANA, RELEASED.link, [])).toMatchObject({ outcome: 'not_taken' });
      expect(await server.parts.holds.list(MEI.shop)).toMatchObject([{ id: RELEASED.hold, last4: '7890', person: 'Mei', letGo: null }]);
      await server.close();
    });
  });

  it.each(RELEASES)('the journal written by %s has the same shops, and none of them shows a redemption of another', async (version) => {
    await load(version);
    const { store } = await open();
    const shops = await readStoredShops(store.db, TEST_KEYS);
    expect(shops.map(({ shop, account, mid, pair }) => ({ shop, account, mid, pair }))).toEqual(
      ADDED.toReversed().map(({ shop, account, mid }) => ({ shop, account, mid, pair: { clientId: shop, clientSecret: shop } })),
    );
    const { parts, close } = await createTestServer({ store });
    for (const { shop, taken } of ADDED) {
      await expect(parts.tenders.get(MEI, taken)).rejects.toMatchObject({ code: 'not-found' });
      const own = acrossShops(store.db).selectFrom('operation').select(['id', 'state']).where('shop', '=', shop);
      expect(await own.execute()).toEqual([{ id: taken, state: 'captured' }]);
    }
    expect((await verifyTrail(store.db, TEST_KEYS, [])).map(({ fault }) => fault)).toEqual([null, null, null]);
    await close();
  });

  it('a journal of a future version is refused by its version name, and stays unchanged', async () => {
    await load(LATEST);
    const { store } = await open();
    await sql`insert into kysely_migration (name, timestamp) values ('9999-from-the-future', '2040-01-01')`.execute(store.db);
    await store.close();
    await expect(open()).rejects.toThrow('This journal was written by a newer version of Tillside (9999-from-the-future)');
  });
});

it.runIf(!write)('the file of the newest release matches its migrations', async () => {
  const db = openSqlite(':memory:');
  await live(db);
  const masked = (dump: string) => dump.replaceAll(/'[\w-]{40,}'/g, "'…'");
  expect(masked(await dumpSqlite(db))).toBe(masked(read(LATEST, 'sqlite')));
  await db.destroy();
});
