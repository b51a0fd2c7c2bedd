import { type Kysely, sql } from 'kysely';
import { Client } from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { newDatabase, onStores, POSTGRES, removeDatabase } from '../../../testing/databases/stores.ts';
import { makeShop, shopNamed } from '../../../testing/rigs/shops.ts';
import { createTestServer } from '../../../testing/test-server.ts';
import { createLogger } from '../base/logging.ts';
import { withinAllShops, withinShop } from './across-shops.ts';
import { describeMissingRowSecurity } from './describe-row-security.ts';
import { openPostgres } from './postgres.ts';
import type { Schema } from './schema.ts';

type Database = Kysely<Schema>;

const FACTS = 'select shop from fact order by shop';
const DENIED = 'violates row-level security policy';
/** The tables whose rows belong to no shop, and why. */
const OF_ALL_SHOPS = {
  account: 'credentials of a merchant, read by the server alone',
  issuer_row: 'what the issuer lists for an account',
  issuer_row_change: 'what the issuer lists for an account',
  issuer_row_voucher: 'what the issuer lists for an account',
  reading: 'what was read for an account',
  shop: 'the list of shops, with sealed credentials',
  chain_setting: 'settings of head office for all shops',
  person: 'a person may work in several shops',
  pin_guard: 'wrong PINs of a person, a device or a shop',
  person_code: 'a person may work in several shops',
  office_member: 'people of head office',
  office_code: 'people of head office',
  passkey: 'a person may work in several shops',
  passkey_challenge: 'a person may work in several shops',
  setting: 'the keys of the database',
  wrapped_key: 'the keys of the database',
  key_reader: 'the keys of the database',
  key_rotation: 'the keys of the database',
  journal_mark: 'servers of the database',
  kysely_migration: 'migrations',
  kysely_migration_lock: 'migrations',
};
const log = createLogger('silent');
const operationIn = (shop: string) => `insert into operation
  (id, shop, kind, state, open, version, created_at, changed_at) values ('${shop}', '${shop}', 'tender', '', 0, 0, 0, 0)`;
const factIn = (shop: string) => `insert into fact (shop, operation_id, at, kind, data, operation_kind)
  values ('${shop}', '${shop}', 0, '', '', 'tender')`;

onStores([POSTGRES], () => {
  let url: string;
  let all: Database;
  let a: Database;
  let b: Database;
  beforeEach(async () => {
    url = await newDatabase();
    /* The three handles share one connection. */
    all = await openPostgres({ url, log, connections: 1 });
    [a, b] = [withinShop(all, shopNamed('a')), withinShop(all, shopNamed('b'))];
    for (const shop of ['a', 'b']) {
      await makeShop(all, shopNamed(shop));
      for (const text of [operationIn(shop), factIn(shop)]) await run(all, text);
    }
    return async () => {
      await all.destroy();
      await removeDatabase(url);
    };
  });

  /** Returns the number of changed rows. */
  const run = async (db: Database, text: string) => (await sql.raw(text).execute(db)).numAffectedRows;
  const shopsIn = async (db: Database, text = FACTS) =>
    (await sql<{ shop: string }>`${sql.raw(text)}`.execute(db)).rows.map(({ shop }) => shop).join('');

  it('a shop reads and changes only its own rows', async () => {
    expect([await shopsIn(a), await shopsIn(b), await shopsIn(all)]).toEqual(['a', 'b', 'ab']);
    expect(await shopsIn(a, "select shop from fact where shop = 'b'")).toBe('');
    const change = "update operation set state = 'x' where id = 'b'";
    expect([await run(a, change), await run(withinAllShops(a), change)]).toEqual([0n, 1n]);
    expect(await run(a, "delete from operation where shop = 'b'")).toBe(0n);
    await expect(run(a, factIn('b'))).rejects.toThrow(DENIED);
    await expect(run(a, "update operation set shop = 'b' where id = 'a'")).rejects.toThrow(DENIED);
    expect(await shopsIn(all)).toBe('ab');
  });

  it('a shop reads the devices of other shops, because its rows may refer to them, but cannot change them', async () => {
    await run(all, "insert into device (id, shop, name, secret_hash, enrolled_at) values ('d', 'b', 'Till', 'd', 0)");
    expect(await shopsIn(a, 'select shop from device')).toBe('b');
    expect(await run(a, "update device set name = 'X'")).toBe(0n);
    expect(await run(a, 'delete from device')).toBe(0n);
    await expect(
      run(a, "insert into device (id, shop, name, secret_hash, enrolled_at) values ('e', 'b', 'Till', 'e', 0)"),
    ).rejects.toThrow(DENIED);
  });

  it('a session without a shop gets an error, or no rows if it had a shop before', async () => {
    const client = new Client({ connectionString: url });
    await client.connect();
    await expect(client.query(FACTS)).rejects.toThrow('tillside.shop');
    await client.query("begin; set local tillside.shop = '*'; commit");
    expect((await client.query(FACTS)).rows).toEqual([]);
    await client.end();
  });

  describe('on a shared connection', () => {
    it('database handles used in turn see their own rows', async () => {
      const turns = Array.from({ length: 60 }, (_, at) => [a, b, all][at % 3] ?? all);
      const seen = await Promise.all(
        turns.map((db, at) => (at % 4 === 0 ? db.transaction().execute((tx) => shopsIn(tx)) : shopsIn(db))),
      );
      expect(seen.join()).toBe(turns.map((db) => (db === all ? 'ab' : db === a ? 'a' : 'b')).join());
    });

    it.each<[string, (tx: Database) => Promise<unknown>]>([
      ['is rolled back', () => Promise.reject(new Error('no'))],
      ['is refused', (tx) => run(tx, factIn('b'))],
      ['fails', (tx) => run(tx, 'select 1 / 0')],
    ])('a transaction that %s does not pass its shop on to another', async (_, end) => {
      for (const before of [a, b, all])
        for (const [after, seen] of [
          [a, 'a'],
          [b, 'b'],
          [all, 'ab'],
        ] as const) {
          await shopsIn(before);
          await expect(a.transaction().execute((tx) => shopsIn(tx).then(() => end(tx)))).rejects.toThrow();
          expect(await shopsIn(after)).toBe(seen);
        }
    });

    it.each(['select 1 / 0', 'delete from nothing', factIn('b')])(
      'an error does not pass its shop on to another transaction: %s',
      async (text) => {
        await shopsIn(b);
        await expect(run(a, text)).rejects.toThrow();
        expect([await shopsIn(b), await shopsIn(a)]).toEqual(['b', 'a']);
      },
    );
  });

  it('a transaction keeps its shop', async () => {
    const widened = a.transaction().execute((tx) => shopsIn(withinAllShops(tx)));
    await expect(widened).rejects.toThrow('cannot change its shop');
  });

  it('the parts of a shop read only its rows and the account’s operations', async () => {
    const store = await POSTGRES.open();
    const server = await createTestServer({ store });
    await makeShop(store.db, shopNamed('b'));
    await makeShop(store.db, shopNamed('c'), null, 'of another account');
    const shops = ['b', 'c', server.parts.shop];
    for (const shop of shops) for (const text of [operationIn(shop), factIn(shop)]) await run(store.db, text);
    for (const db of [server.parts.db, server.parts.reads]) {
      expect(await shopsIn(db)).toBe(server.parts.shop);
      expect(await shopsIn(db, 'select shop from operation order by shop')).toBe(`b${server.parts.shop}`);
    }
    await server.close();
  });

  it('every table has a policy that applies even to its owner, or a reason for having none', async () => {
    const { rows } = await sql<{ name: string; isForced: boolean }>`
      select relname as name, relrowsecurity and relforcerowsecurity
        and exists (select from pg_policy where polrelid = pg_class.oid and polname = 'of_shop') as "isForced"
      from pg_class where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace`.execute(all);
    expect(rows.length).toBeGreaterThan(30);
    const open = rows.flatMap(({ name, isForced }) => (isForced ? [] : [name]));
    expect(open.sort()).toEqual(Object.keys(OF_ALL_SHOPS).sort());
  });

  it('a shop can neither read nor add a voucher of another shop', async () => {
    const voucher = (position: number) =>
      `insert into issued_voucher (issue_id, position, sealed, ref_hash) values ('b', ${position}, 'x', 'x')`;
    for (const text of [
      "insert into device (id, shop, name, secret_hash, enrolled_at) values ('d', 'b', 'Till', 'd', 0)",
      "insert into person (id, name, pin_hash, created_at) values ('p', 'Ben', '', 0)",
      `insert into issue (id, shop, device_id, person_id, product_code, quantity, created_at)
        values ('b', 'b', 'd', 'p', 'code', 1, 0)`,
    ])
      await run(all, text);
    expect(await run(b, voucher(0))).toBe(1n);
    const sold = async (db: Database) => (await sql`select 1 from issued_voucher`.execute(db)).rows.length;
    expect([await sold(a), await sold(b), await sold(all)]).toEqual([0, 1, 1]);
    await expect(run(a, voucher(1))).rejects.toThrow(DENIED);
  });

  it('a database account that bypasses every policy is reported', async () => {
    expect(await describeMissingRowSecurity(all)).toBeNull();
    const superuser = await openPostgres({ url: Object.assign(new URL(url), { username: 'postgres' }).href, log });
    expect(await describeMissingRowSecurity(superuser)).toContain('BYPASSRLS');
    expect(await shopsIn(withinShop(superuser, shopNamed('a')))).toBe('ab');
    await superuser.destroy();
  });
});
