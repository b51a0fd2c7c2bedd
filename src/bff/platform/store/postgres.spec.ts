import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CANARY_PASSWORD } from '../../../testing/databases/postgres.ts';
import { newDatabase, onStores, POSTGRES, removeDatabase } from '../../../testing/databases/stores.ts';
import { makeShop, shopNamed } from '../../../testing/rigs/shops.ts';
import { createLogger } from '../base/logging.ts';
import { exclusively, holdUntilEnd } from './exclusively.ts';
import { openPostgres, type PostgresOptions } from './postgres.ts';
import type { Schema } from './schema.ts';
import { StoreUnavailable } from './store-unavailable.ts';

type Database = Kysely<Schema>;

onStores([POSTGRES], () => {
  let url: string;
  let logged: string[] = [];
  const opened: Database[] = [];
  beforeEach(async () => {
    url = await newDatabase();
    logged = [];
  });
  afterEach(async () => {
    for (const db of opened.splice(0)) await db.destroy();
    await removeDatabase(url);
  });

  async function open(changes: Partial<PostgresOptions> = {}): Promise<Database> {
    const db = await openPostgres({
      url,
      log: createLogger('debug', { write: (line) => logged.push(line) }),
      ...changes,
    });
    opened.push(db);
    return db;
  }

  const ask = async (db: Database, question: string) =>
    (await sql<{ answer: unknown }>`${sql.raw(question)}`.execute(db)).rows[0]?.answer;
  /** Ends every other connection to this database, as a restart of PostgreSQL does. */
  const endConnections = (db: Database) =>
    ask(
      db,
      `select count(pg_terminate_backend(pid)) as answer from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
    );

  it('large numbers are exact, or refused with an error', async () => {
    const db = await open();
    expect(await ask(db, `select ${Number.MAX_SAFE_INTEGER}::bigint as answer`)).toBe(Number.MAX_SAFE_INTEGER);
    await expect(ask(db, `select 9007199254740993::bigint as answer`)).rejects.toThrow('too large');
    expect(await ask(db, 'select 1 as answer')).toBe(1);
  });

  it('a database that confirms redemptions before they are on disk is refused', async () => {
    const db = await open();
    await ask(db, `alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = off`);
    await expect(open()).rejects.toThrow('synchronous_commit = off');
  });

  it.each([
    [
      'a wrong password',
      (given: URL) => Object.assign(given, { password: 'wrong' }),
      'the user or the password is wrong',
    ],
    ['another database', (given: URL) => Object.assign(given, { pathname: '/none' }), 'no database with this name'],
    ['no server listening', (given: URL) => Object.assign(given, { port: '9' }), 'ECONNREFUSED'],
  ])('%s is reported without any part of the address', async (_, change, words) => {
    const wrong = change(new URL(url)).href;
    const said = await open({ url: wrong }).then(
      () => '',
      (error: Error) => error.message,
    );
    expect(said).toContain('DATABASE_URL');
    expect(said).toContain(words);
    expect(said).not.toMatch(/127\.0\.0\.1|wrong@|none|canary/);
  });

  describe('a lost connection', () => {
    it('is replaced if it was idle', async () => {
      const db = await open();
      const other = await open();
      await endConnections(other);
      await expect.poll(() => logged.join('')).toContain('a connection to the database was lost');
      expect(logged.join('')).not.toContain(CANARY_PASSWORD);
      expect(await ask(db, 'select 1 as answer')).toBe(1);
    });

    it('ends its own transaction and no other', async () => {
      const db = await open();
      const other = await open();
      const cut = db.transaction().execute(async (tx) => {
        await makeShop(tx, shopNamed('half'));
        await endConnections(other);
        await makeShop(tx, shopNamed('whole'));
      });
      await expect(cut).rejects.toThrow();
      expect(await db.selectFrom('shop').selectAll().execute()).toEqual([]);
    });

    it('is abandoned and not used again if the server stops responding', async () => {
      const db = await open({ statementMs: 100 });
      const other = await open();
      const pid = Number(await ask(db, 'select pg_backend_pid() as answer'));
      process.kill(pid, 'SIGSTOP');
      try {
        await expect(ask(db, 'select 1 as answer')).rejects.toThrow();
        expect(await ask(db, 'select pg_backend_pid() as answer')).not.toBe(pid);
      } finally {
        process.kill(pid, 'SIGCONT');
      }
      expect(await ask(other, 'select 1 as answer')).toBe(1);
    });
  });

  it('a slow query is awaited as long as the database is reachable', async () => {
    const db = await open();
    expect(await ask(db, `select 'late' as answer from pg_sleep(1.5)`)).toBe('late');
  });

  it('a query may wait for a connection longer than a query may run, while others still finish', async () => {
    const db = await open({ connections: 1 });
    const questions = Array.from({ length: 7 }, (_, at) => ask(db, `select ${at} as answer from pg_sleep(0.9)`));
    expect(await Promise.all(questions)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('waiting too long for the lock of a subject changes nothing, and a repeated request gets it', async () => {
    const [db, other] = [await open(), await open()];
    const add = () =>
      db.transaction().execute(async (tx) => {
        await sql`set local lock_timeout = 20`.execute(tx);
        await makeShop(tx, shopNamed('late'));
        await holdUntilEnd(tx, 'shifts');
      });
    await exclusively(other, 'shifts', async () => {
      await expect(add()).rejects.toBeInstanceOf(StoreUnavailable);
    });
    expect(await db.selectFrom('shop').selectAll().execute()).toEqual([]);
    await add();
    expect(await db.selectFrom('shop').selectAll().execute()).toHaveLength(1);
  });

  it('a statement that takes too long is cancelled, and its connection stays usable', async () => {
    const db = await open({ statementMs: 50 });
    const pid = await ask(db, 'select pg_backend_pid() as answer');
    await expect(ask(db, 'select pg_sleep(10) as answer')).rejects.toThrow('statement timeout');
    expect(await ask(db, 'select pg_backend_pid() as answer')).toBe(pid);
  });
});
