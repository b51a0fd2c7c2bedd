import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from './migrate.ts';
import { openReadingThread } from './reading-thread.ts';
import type { Schema } from './schema.ts';
import { JOURNAL_FILE, openSqlite } from './sqlite.ts';

describe('the reading thread', () => {
  let folder: string;
  let db: Kysely<Schema>;
  let reads: Kysely<Schema>;
  const name = (value: string) => ({ name: 'list-zone' as const, value });

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tillside-reads-'));
    db = openSqlite(folder);
    await migrate(db);
    reads = openReadingThread(join(folder, JOURNAL_FILE));
  });
  afterEach(async () => {
    await reads.destroy();
    await db.destroy();
    rmSync(folder, { recursive: true });
  });

  it('sees committed data at once, and answers many queries in any order', async () => {
    await db.insertInto('setting').values(name('Asia/Singapore')).execute();
    const ask = () => reads.selectFrom('setting').select('value').where('name', '=', 'list-zone').executeTakeFirst();
    expect(await Promise.all(Array.from({ length: 20 }, ask))).toEqual(
      Array.from({ length: 20 }, () => ({ value: 'Asia/Singapore' })),
    );
  });

  it('answers with the earlier data while the writing thread has a transaction open', async () => {
    await db.transaction().execute(async (tx) => {
      await tx.insertInto('setting').values(name('Europe/Paris')).execute();
      expect(await reads.selectFrom('setting').selectAll().where('name', '=', 'list-zone').execute()).toEqual([]);
    });
  });

  it('refuses to write, with an error', async () => {
    await expect(reads.insertInto('setting').values(name('x')).execute()).rejects.toThrow('readonly');
    await expect(reads.transaction().execute(() => Promise.resolve())).rejects.toThrow('is read-only');
  });

  it('can be closed without ever being used', async () => {
    const idle = openReadingThread(join(folder, JOURNAL_FILE));
    await expect(idle.destroy()).resolves.toBeUndefined();
  });
});
