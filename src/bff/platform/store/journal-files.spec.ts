import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Schema } from './schema.ts';
import { type OnLost, openSqlite } from './sqlite.ts';
import { StoreUnavailable } from './store-unavailable.ts';

let folder: string;
let db: Kysely<Schema>;
let lost: Parameters<OnLost>[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillside-files-'));
  lost = [];
  db = openSqlite(folder, (...args) => lost.push(args));
  await sql`create table redeemed (id integer)`.execute(db);
  await redeem(1);
});
afterEach(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true, force: true });
});

const file = () => join(folder, 'tillside.sqlite');
const log = () => `${file()}-wal`;
const redeem = (id: number) =>
  db.transaction().execute((tx) => sql`insert into redeemed (id) values (${id})`.execute(tx).then(() => undefined));
const idsIn = (path: string) => {
  const copy = new DatabaseSync(path, { readOnly: true });
  const rows = copy.prepare('select id from redeemed order by id').all() as { id: number }[];
  copy.close();
  return rows.map(({ id }) => id);
};

const DISASTERS: readonly (readonly [string, () => void])[] = [
  ['deleted', () => rmSync(file())],
  ['deleted', () => rmSync(log())],
  [
    'replaced',
    () => {
      copyFileSync(file(), `${file()}.old`);
      renameSync(`${file()}.old`, file());
    },
  ],
  ['truncated', () => truncateSync(file(), 0)],
  ['truncated', () => truncateSync(log(), 0)],
  ['truncated', () => truncateSync(log(), statSync(log()).size - 1)],
];

it.each(DISASTERS)(
  'once its journal file is %s, a running server confirms and reads nothing more',
  async (why, strike) => {
    strike();
    await expect(redeem(2)).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(redeem(3)).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(sql`insert into redeemed (id) values (4)`.execute(db)).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(db.selectFrom('shop').selectAll().execute()).rejects.toBeInstanceOf(StoreUnavailable);
    await expect.poll(() => lost.length).toBe(1);
    expect(lost[0]?.[0]).toBe(why);
  },
);

it('confirmed data of a deleted file is saved next to it, readable by its owner only', async () => {
  rmSync(file());
  await expect(redeem(2)).rejects.toBeInstanceOf(StoreUnavailable);
  await expect.poll(() => lost.length).toBe(1);
  const [name = ''] = readdirSync(folder).filter((one) => one.startsWith('rescued-'));
  expect(lost).toEqual([['deleted', join(folder, name)]]);
  expect(idsIn(join(folder, name))).toContain(1);
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
});

it('confirmed data is saved if the log is truncated while the server writes', async () => {
  for (let id = 2; id < 40; id += 1) await redeem(id);
  const writing = redeem(40);
  truncateSync(log(), 0);
  await expect(writing).rejects.toBeInstanceOf(StoreUnavailable);
  await expect.poll(() => lost.length).toBe(1);
  expect(idsIn(lost[0]?.[1] ?? '').slice(0, 39)).toEqual(Array.from({ length: 39 }, (_, index) => index + 1));
});

it('an idle server detects that its log was truncated', async () => {
  truncateSync(log(), 100);
  await expect.poll(() => lost[0]?.[0], { timeout: 5_000 }).toBe('truncated');
  expect(idsIn(lost[0]?.[1] ?? '')).toEqual([1]);
});

it('a query that finds damaged data stops the service, and no incomplete copy is saved', async () => {
  for (let id = 2; id < 40; id += 1) await redeem(id);
  const other = new DatabaseSync(file());
  other.exec('pragma wal_checkpoint(truncate)');
  other.close();
  writeFileSync(file(), Buffer.alloc(statSync(file()).size, 0x5a));
  await sql`pragma shrink_memory`.execute(db).catch(() => undefined);
  await expect(redeem(40)).rejects.toBeInstanceOf(StoreUnavailable);
  await expect(db.selectFrom('shop').selectAll().execute()).rejects.toBeInstanceOf(StoreUnavailable);
  await expect.poll(() => lost).toEqual([['damaged', null]]);
  expect(readdirSync(folder).filter((name) => name.startsWith('rescued-'))).toEqual([]);
});

it('another program that opens and closes the journal may empty its log, but does not delete it', async () => {
  const { ino } = statSync(log());
  const use = (pragma: string) =>
    execFileSync(process.execPath, [
      '--input-type=module',
      '-e',
      `import { DatabaseSync } from '@photostructure/sqlite';
      const db = new DatabaseSync(${JSON.stringify(file())});
      db.exec('insert into redeemed (id) values (2); ${pragma}');
      db.close();`,
    ]);
  use('');
  await redeem(3);
  use('pragma wal_checkpoint(truncate)');
  expect(statSync(log())).toMatchObject({ size: 0, ino });
  await redeem(4);
  await db
    .selectFrom('shop')
    .selectAll()
    .execute()
    .catch(() => undefined);
  expect(idsIn(file())).toEqual([1, 2, 2, 3, 4]);
  expect(lost).toEqual([]);
});

it('a journal with intact files keeps working through checkpoints of its log', async () => {
  for (let id = 2; id < 40; id += 1) await redeem(id);
  await sql`pragma wal_checkpoint(passive)`.execute(db);
  await redeem(40);
  expect(lost).toEqual([]);
});
