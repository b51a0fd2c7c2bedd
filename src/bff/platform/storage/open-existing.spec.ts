import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { BUSY_MS, COMMAND_BUSY_MS } from '../store/limits.ts';
import { openSqlite } from '../store/sqlite.ts';
import { openDatabase } from './open-existing.ts';

it('a command waits for the lock of a busy journal, and a server does not', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'tillside-existing-'));
  const ofServer = openSqlite(directory);
  const ofCommand = await openDatabase(readConfig({ DATA_DIR: directory }));
  const waits = [ofServer, ofCommand].map(async (db) => (await sql`PRAGMA busy_timeout`.execute(db)).rows);
  expect(await Promise.all(waits)).toEqual([[{ timeout: BUSY_MS }], [{ timeout: COMMAND_BUSY_MS }]]);
  await Promise.all([ofServer.destroy(), ofCommand.destroy()]);
  rmSync(directory, { recursive: true });
});
