import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Schema } from './schema.ts';
import { JOURNAL_FILE, openSqlite } from './sqlite.ts';

let directory: string;
let db: Kysely<Schema>;
/** Another program that reads the same file, and sees only data that would survive a crash. */
let elsewhere: InstanceType<typeof DatabaseSync>;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'tillside-sqlite-'));
  db = openSqlite(directory);
  await sql`create table note (name text primary key)`.execute(db);
  await sql`create table answer (to_note text references note (name) deferrable initially deferred)`.execute(db);
  elsewhere = new DatabaseSync(join(directory, JOURNAL_FILE));
});

afterEach(async () => {
  elsewhere.close();
  await db.destroy();
  rmSync(directory, { recursive: true });
});

const onDisk = () =>
  elsewhere
    .prepare('select name from note order by name')
    .all()
    .map((row) => (row as { name: string }).name);
const write = (name: string) => db.transaction().execute((tx) => sql`insert into note values (${name})`.execute(tx));
/** A transaction that only the commit finds wrong. */
const answerToNobody = () => db.transaction().execute((tx) => sql`insert into answer values ('nobody')`.execute(tx));

describe('consecutive transactions', () => {
  it('reach the disk together, and none is confirmed before that', async () => {
    const told: string[][] = [];
    const names = ['a', 'b', 'c', 'd'];
    await Promise.all(names.map((name) => write(name).then(() => told.push(onDisk()))));
    expect(told).toEqual(names.map(() => names));
  });

  it('are each committed or rolled back separately', async () => {
    const ended = await Promise.allSettled([write('a'), write('a'), write('b')]);
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(onDisk()).toEqual(['a', 'b']);
  });

  it('see earlier committed data, but nothing that was rolled back', async () => {
    const first = write('a');
    const undone = db.transaction().execute(async (tx) => {
      await sql`insert into note values ('undone')`.execute(tx);
      throw new Error('thought better of it');
    });
    const seen = db
      .transaction()
      .execute(async (tx) => (await sql<{ name: string }>`select name from note`.execute(tx)).rows);
    const [, , rows] = await Promise.allSettled([first, undone, seen]);
    expect(rows).toMatchObject({ value: [{ name: 'a' }] });
    expect(onDisk()).toEqual(['a']);
  });

  it('all fail if their commit fails, and later transactions continue', async () => {
    const ended = await Promise.allSettled([write('a'), answerToNobody(), write('b')]);
    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(onDisk()).toEqual([]);
    await write('c');
    expect(onDisk()).toEqual(['c']);
  });
});

describe('during a transaction', () => {
  it('a query sees only data on the disk, and does not wait', async () => {
    const count = () => db.selectFrom(sql<{ name: string }>`note`.as('note')).select('note.name').execute();
    await db.transaction().execute(async (tx) => {
      await sql`insert into note values ('a')`.execute(tx);
      expect(await count()).toEqual([]);
    });
    expect(await count()).toEqual([{ name: 'a' }]);
  });

  it('a single change follows earlier changes, and is on the disk when it is confirmed', async () => {
    const first = write('a');
    await sql`insert into note values ('b')`.execute(db);
    expect(onDisk()).toEqual(['a', 'b']);
    await first;
  });
});
