import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import { type ClientBase, type ClientConfig, DatabaseError, Pool, types } from 'pg';
import { describeError, errorCode, type Logger } from '../base/logging.ts';
import { registerHandle } from './across-shops.ts';
import {
  CONNECT_MS,
  LOCK_MS,
  POSTGRES_ANSWER_TIMEOUT_MS,
  POSTGRES_CONNECTIONS_MAX,
  QUEUE_MS,
  STATEMENT_MS,
} from './limits.ts';
import { POSTGRES_LINEAGE } from './lineage.ts';
import { lendConnection } from './postgres-connection.ts';
import { toStoreError } from './postgres-errors.ts';
import { createPulse, type WhileReachable } from './pulse.ts';
import type { Schema } from './schema.ts';
import { StoreUnavailable, startTrackingWrites } from './store-unavailable.ts';
import { EVERY_SHOP, type VisibleShop } from './visible-shop.ts';

/**
 * Settings of every connection to the database. @param url may contain a password: it appears in no
 * log and no error
 */
export function connectionConfig(url: string): ClientConfig {
  return {
    connectionString: url,
    fallback_application_name: 'tillside',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: POSTGRES_ANSWER_TIMEOUT_MS,
    keepAlive: true,
    types: {
      getTypeParser: (id, format) => (id === types.builtins.INT8 ? safeInteger : types.getTypeParser(id, format)),
    },
  };
}

/** Amounts and times: a number that JavaScript cannot represent exactly is an error. */
function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('The database contains a number that is too large');
  return value;
}

export interface PostgresOptions {
  /** As {@link connectionConfig} expects it. */
  readonly url: string;
  readonly log: Logger;
  /** Milliseconds for one statement; migrations may take longer than queries. */
  readonly statementMs?: number;
  readonly connections?: number;
  /** Restricts all connections to one lineage. */
  readonly fence?: Fence;
}

/**
 * Rejects connections to another copy of the journal than that of the first connection, because the
 * memory of this process belongs to the first copy.
 */
export interface Fence {
  /** The lineage of the first connection; null before. */
  lineage: string | null;
  /** Called if another copy answers: this process has to restart with that copy. */
  readonly onOther: () => void;
}

/**
 * Opens the database and checks that it is reachable and that every commit reaches its disk before
 * it returns. The handle sees the rows of all shops.
 * @throws Error with a message for the operator
 */
export async function openPostgres({
  url,
  log,
  statementMs = STATEMENT_MS,
  connections = POSTGRES_CONNECTIONS_MAX,
  fence,
}: PostgresOptions): Promise<Kysely<Schema>> {
  startTrackingWrites();
  const pool = new Pool({
    ...connectionConfig(url),
    query_timeout: statementMs + POSTGRES_ANSWER_TIMEOUT_MS - STATEMENT_MS,
    connectionTimeoutMillis: QUEUE_MS,
    pipeline: true,
    max: connections,
    async onConnect(client) {
      await prepareSession(client, statementMs);
      if (fence) await assertSameLineage(client, fence);
    },
  });
  const lost = (error: Error) => log.warn(describeError(error), 'a connection to the database was lost');
  pool.on('error', lost);
  /* Without a listener, an error on a lent connection would end the process. */
  pool.on('connect', (client) => client.on('error', lost));
  const db = openHandle(pool, createPulse(connectionConfig(url)));
  try {
    await sql`select 1`.execute(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw new Error(
      `DATABASE_URL names a database that cannot be used: ${describeDatabaseFailure(error)}. Start the database, or ` +
        'correct the setting',
      { cause: error },
    );
  }
}

/** Limits the time of statements, and refuses a database that could lose confirmed writes. */
export async function prepareSession(client: ClientBase, statementMs = STATEMENT_MS): Promise<void> {
  const settings = {
    statement_timeout: statementMs,
    lock_timeout: Math.min(LOCK_MS, statementMs),
    idle_in_transaction_session_timeout: statementMs,
    /* Locks, claims and uniqueness are constraints; a stricter level would only add errors. */
    default_transaction_isolation: 'read committed',
    /* A server whose machine is gone is noticed within half a minute. */
    tcp_keepalives_idle: 10,
    tcp_keepalives_interval: 5,
    tcp_keepalives_count: 3,
  };
  const set = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`);
  const { rows } = await client.query<{ commit: string }>(
    `select ${set.join(', ')}, current_setting('synchronous_commit') as commit`,
  );
  const state = rows[0]?.commit;
  if (state === 'off') throw new Unfit('it has synchronous_commit = off, and would lose redemptions in a crash');
  if (state === 'local')
    throw new Unfit(
      'it has synchronous_commit = local, and would lose redemptions when a standby takes over: set it to on',
    );
}

/** @throws Error as for an unavailable database */
async function assertSameLineage(client: ClientBase, fence: Fence): Promise<void> {
  const lineage = await readLineage(client);
  fence.lineage ??= lineage;
  if (lineage === fence.lineage) return;
  fence.onOther();
  throw new Error('a different copy of the journal responded');
}

async function readLineage(client: ClientBase): Promise<string | null> {
  try {
    const { rows } = await client.query<{ lineage: string }>(POSTGRES_LINEAGE);
    return rows[0]?.lineage ?? null;
  } catch (error) {
    if (error instanceof DatabaseError && error.code === IN_RECOVERY)
      throw new Error('the database is still a replica', { cause: error });
    throw error;
  }
}

/** PostgreSQL's error for reading the end of the log on a standby. */
const IN_RECOVERY = '55000';

/** The database answers, but must not be used in this state. */
class Unfit extends Error {}

/**
 * Describes why a database cannot be used; without the driver's message, which may contain
 * addresses and names.
 */
export function describeDatabaseFailure(error: unknown): string {
  if (error instanceof Unfit) return error.message;
  const cause = error instanceof StoreUnavailable ? error.cause : error;
  if (cause instanceof DatabaseError)
    return REFUSALS[cause.code ?? ''] ?? `it returned an error (SQLSTATE ${cause.code ?? 'unknown'})`;
  return errorCode(cause) ?? 'it does not respond';
}

const REFUSALS: Readonly<Record<string, string>> = {
  '28000': 'it does not accept this user',
  '28P01': 'the user or the password is wrong',
  '3D000': 'there is no database with this name',
  '53300': 'it has no free connections',
  '57P03': 'it is starting or stopping',
};

function openHandle(pool: Pool, whileReachable: WhileReachable): Kysely<Schema> {
  const handleOf = (shop: VisibleShop, end: PostgresPool['end']) => {
    const connect = connectionsOf(pool, whileReachable, shop);
    const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: { connect, end } }) });
    registerHandle(db, { shop, handleOf: (other) => (other === EVERY_SHOP ? every : handleOf(other, stayOpen)) });
    return db;
  };
  const stayOpen = () => Promise.resolve();
  const every = handleOf(EVERY_SHOP, () => pool.end());
  return every;
}

/** Lends the connections of a pool to Kysely. */
function connectionsOf(pool: Pool, whileReachable: WhileReachable, shop: VisibleShop): PostgresPool['connect'] {
  return async () => {
    const connecting = pool.connect();
    try {
      return lendConnection(await whileReachable(connecting), whileReachable, shop);
    } catch (error) {
      /* A connection that arrives when it is no longer awaited. */
      connecting.then((client) => client.release()).catch(() => undefined);
      throw toStoreError(error);
    }
  };
}
