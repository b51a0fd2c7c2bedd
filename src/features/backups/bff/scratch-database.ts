import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { createLogger } from '../../../bff/platform/base/logging.ts';
import { openPostgres } from '../../../bff/platform/store/postgres.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import { CREATE_MS, USED_MAX_MS } from './limits.ts';

const NAME_START = 'tillside_trial_';
const FORBIDDEN = '42501';

/** The exit code of a trial that {@link NoScratchDatabase} prevents. */
export const TRIAL_IMPOSSIBLE = 3;

/** The account of the database may not create another one. */
export class NoScratchDatabase extends Error {}

/**
 * Creates an empty database on the server of another one, and removes it after its use. Databases
 * that an interrupted use left are removed after some hours.
 * @param url address of the other one
 * @param now milliseconds UTC
 * @throws NoScratchDatabase with a message for the operator
 */
export async function withScratchDatabase<T>(
  url: string,
  now: number,
  use: (scratchUrl: string) => Promise<T>,
): Promise<T> {
  const db = await openPostgres({ url, log: createLogger('silent'), statementMs: CREATE_MS, connections: 1 });
  try {
    await removeLeftovers(db, now);
    const name = `${NAME_START}${now}_${randomBytes(4).toString('hex')}`;
    await create(db, name);
    const scratch = new URL(url);
    scratch.pathname = `/${name}`;
    try {
      return await use(scratch.href);
    } finally {
      await drop(db, name);
    }
  } finally {
    await db.destroy();
  }
}

async function create(db: Kysely<Schema>, name: string): Promise<void> {
  try {
    await sql`create database ${sql.id(name)}`.execute(db);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === FORBIDDEN)) throw error;
    const message = 'The account of DATABASE_URL may not create a database: allow it with ALTER ROLE … CREATEDB';
    throw new NoScratchDatabase(message, { cause: error });
  }
}

async function drop(db: Kysely<Schema>, name: string): Promise<void> {
  await sql`drop database if exists ${sql.id(name)} with (force)`.execute(db);
}

async function removeLeftovers(db: Kysely<Schema>, now: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`select datname as name from pg_database
    where datname like ${`${NAME_START}%`}`.execute(db);
  for (const { name } of rows) {
    const [createdAt] = name.slice(NAME_START.length).split('_');
    if (Number(createdAt) < now - USED_MAX_MS) await drop(db, name);
  }
}
