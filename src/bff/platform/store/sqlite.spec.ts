import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeShop } from '../../../testing/rigs/shops.ts';
import { migrate } from './migrate.ts';
import { openReadingThread } from './reading-thread.ts';
import { JOURNAL_FILE, openSqlite } from './sqlite.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tillside-sqlite-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

it('committed data is stored, and every commit is synced to disk', async () => {
  const db = openSqlite(join(directory, 'made-when-missing'));
  await migrate(db);
  await makeShop(db);
  const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(db);
  expect(rows).toEqual([{ synchronous: 2 }]);
  await db.destroy();
  const again = openSqlite(join(directory, 'made-when-missing'));
  await migrate(again);
  expect(await again.selectFrom('shop').selectAll().execute()).toEqual([
    expect.objectContaining({ id: 'main', account: 'main', mid: null, created_at: 1 }),
  ]);
  await again.destroy();
});

it('a constant limit is part of the statement’s text, and a later one is bound as a parameter', async () => {
  const db = openSqlite(directory);
  expect(db.selectFrom('shop').select('id').limit(3).compile()).toMatchObject({
    sql: 'select "id" from "shop" limit 3',
    parameters: [],
  });
  expect(db.selectFrom('shop').select('id').limit(sql.val<number | bigint | null>(7n)).compile().parameters).toEqual([
    7n,
  ]);
  await db.destroy();
});

it('an orderly stop leaves everything in one file, even if a reading thread was ended', async () => {
  const db = openSqlite(directory);
  await migrate(db);
  const reads = openReadingThread(join(directory, JOURNAL_FILE));
  await reads.selectFrom('shop').selectAll().execute();
  await makeShop(db);
  await reads.destroy();
  await db.destroy();
  const copy = mkdtempSync(join(tmpdir(), 'tillside-copy-'));
  copyFileSync(join(directory, JOURNAL_FILE), join(copy, JOURNAL_FILE));
  const copied = openSqlite(copy);
  expect(await copied.selectFrom('shop').select('id').execute()).toEqual([{ id: 'main' }]);
  await copied.destroy();
  rmSync(copy, { recursive: true });
});
