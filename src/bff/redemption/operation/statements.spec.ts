import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { SHOP } from '../../../testing/rigs/shops.ts';
import { migrate } from '../../platform/store/migrate.ts';
import { openSqlite } from '../../platform/store/sqlite.ts';
import { createStatements } from './statements.ts';

it('the holder of a voucher is found through the index of open operations, even if there are many', async () => {
  const db = openSqlite(':memory:');
  await migrate(db);
  const asked: string[] = [];
  const executeQuery = db.executeQuery.bind(db);
  db.executeQuery = (query) => {
    asked.push('sql' in query ? query.sql : '');
    return executeQuery(query);
  };
  await createStatements(false).holder(db, { shop: SHOP, lockHash: 'hash' });
  const text = (asked[0] ?? '').replaceAll('?', "'x'");
  const { rows } = await sql.raw<{ detail: string }>(`explain query plan ${text}`).execute(db);
  expect(rows.map(({ detail }) => detail).join('\n')).toContain('USING INDEX operation_lock');
  await db.destroy();
});
