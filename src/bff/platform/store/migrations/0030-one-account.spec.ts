import { type Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import { newDatabase, onStores, POSTGRES, removeDatabase, SQLITE } from '../../../../testing/databases/stores.ts';
import { createLogger } from '../../base/logging.ts';
import { MIGRATIONS, migrate } from '../migrate.ts';
import { openPostgres } from '../postgres.ts';
import type { Schema } from '../schema.ts';
import { openSqlite } from '../sqlite.ts';

const before = Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name < '0030'));
const SHOPS = [
  ['east', 'one'],
  ['other', 'two'],
  ['west', 'one'],
] as const;

onStores([SQLITE, POSTGRES], (kind) => {
  it('two shops that already share a voucher or capture keep it, and the next operation is refused', async () => {
    const url = kind === POSTGRES ? await newDatabase('empty') : null;
    const db: Kysely<Schema> =
      url === null ? openSqlite(':memory:') : await openPostgres({ url, log: createLogger('silent') });
    const run = (text: string) => sql.raw(text).execute(db);
    const operation = (id: string, shop: string) => `insert into operation
      (id, shop, kind, lock_hash, state, open, version, created_at, changed_at)
      values ('${id}', '${shop}', 'tender', 'voucher', 'sent', 1, 1, 0, 0)`;
    await migrate(db, before);
    for (const [shop, account] of SHOPS) {
      await run(`insert into account (id, created_at) values ('${account}', 0) on conflict do nothing`);
      await run(`insert into shop (id, account, created_at) values ('${shop}', '${account}', 0)`);
      await run(operation(shop, shop));
      await run(`insert into claim (shop, transaction_id, operation_id, at) values ('${shop}', 'c-1', '${shop}', 0)`);
    }

    await migrate(db);
    for (const table of ['operation', 'claim'] as const) {
      const rows = await db.selectFrom(table).select(['shop', 'account']).orderBy('shop').execute();
      expect(rows.map(({ shop, account }) => [shop, account])).toEqual([
        ['east', 'one'],
        ['other', 'two'],
        ['west', null],
      ]);
    }
    await expect(run("update operation set account = 'one' where id = 'west'")).rejects.toThrow(/unique/i);
    await expect(run("delete from claim where shop = 'west'")).rejects.toThrow('append-only');
    await db.destroy();
    if (url !== null) await removeDatabase(url);
  });
});
