import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from 'kysely';
import { type ClientBase, type ClientConfig, DatabaseError, Pool, type PoolClient, types } from 'pg';
import { describeError, errorCode, type Logger } from '../base/logging.ts';
import { POSTGRES_LINEAGE } from './lineage.ts';
import { asMet } from './postgres-errors.ts';
import { createPulse, type WhileThere } from './pulse.ts';
import type { Schema } from './schema.ts';
import { followWrites, noteWrite, StoreAway } from './store-away.ts';

/** Connections of one server at most. PostgreSQL takes 100 by default, for all servers together. */
const CONNECTIONS_MAX = 10;
/** How long to wait for a new connection. */
const CONNECT_MS = 5_000;
/** How long PostgreSQL works on one statement before it gives up. */
const STATEMENT_MS = 10_000;
/**
 * How long to wait for a free one. A database that is away is noticed long before; one that answers
 * others is only busy.
 */
const QUEUE_MS = STATEMENT_MS + 5_000;
/** How long one statement waits for a lock that another transaction holds. */
const LOCK_MS = 5_000;
/** After this a statement is given up from here: the machine at the other end may be gone. */
const ANSWER_MS = STATEMENT_MS + 2_000;

/**
 * What every connection to the database has in common. @param url may hold a password: it is never
 * logged and in no error
 */
export function connectionConfig(url: string): ClientConfig {
  return {
    connectionString: url,
    fallback_application_name: 'tillside',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
    types: {
      getTypeParser: (id, format) => (id === types.builtins.INT8 ? safeInteger : types.getTypeParser(id, format)),
    },
  };
}

/** Amounts and times: what JavaScript cannot hold exactly is an error, not another number. */
function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('The database holds a number that is too large');
  return value;
}

export interface PostgresOptions {
  /** As {@link connectionConfig} takes it. */
  readonly url: string;
  readonly log: Logger;
  /**
   * Milliseconds for one statement; changes of the database's shape may take longer than questions.
   */
  readonly statementMs?: number;
  /** At most so many are held at a time. */
  readonly connections?: number;
  /** Keeps every connection in one lineage, where that is wanted. */
  readonly fence?: Fence;
}

/**
 * Lets no connection in that leads to another copy of the journal than the first did: what this
 * process remembers is of that one.
 */
export interface Fence {
  /** The lineage of the first connection; null before. */
  lineage: string | null;
  /** Another copy answers: this process has to begin anew with it. */
  readonly onOther: () => void;
}

/**
 * Opens the database and makes sure that it can be reached and that every commit reaches its disk
 * before it answers.
 * @throws Error in words for whoever starts the server
 */
export async function openPostgres({
  url,
  log,
  statementMs = STATEMENT_MS,
  connections = CONNECTIONS_MAX,
  fence,
}: PostgresOptions): Promise<Kysely<Schema>> {
  followWrites();
  const pool = new Pool({
    ...connectionConfig(url),
    query_timeout: statementMs + ANSWER_MS - STATEMENT_MS,
    connectionTimeoutMillis: QUEUE_MS,
    max: connections,
    async onConnect(client) {
      await prepareSession(client, statementMs);
      if (fence) await assertSameLineage(client, fence);
    },
  });
  const lost = (error: Error) => log.warn(describeError(error), 'a connection to the database was lost');
  pool.on('error', lost);
  /* While a connection is lent out the pool does not listen, and an error that nobody hears ends
     the process. */
  pool.on('connect', (client) => client.on('error', lost));
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: lendingFrom(pool, createPulse(connectionConfig(url))) }),
  });
  try {
    await sql`select 1`.execute(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw new Error(`DATABASE_URL names a database that cannot be used: ${databaseFailureInWords(error)}`, {
      cause: error,
    });
  }
}

/**
 * Bounds what a statement may take, and refuses a database that would forget what it has confirmed.
 */
export async function prepareSession(client: ClientBase, statementMs = STATEMENT_MS): Promise<void> {
  const settings = {
    statement_timeout: statementMs,
    lock_timeout: Math.min(LOCK_MS, statementMs),
    idle_in_transaction_session_timeout: statementMs,
    /* Locks, claims and uniqueness are constraints; a stricter level would refuse what they have
       already decided. */
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
  const said = rows[0]?.commit;
  if (said === 'off') throw new Unfit('it has synchronous_commit = off, and would forget redemptions in a crash');
  if (said === 'local')
    throw new Unfit(
      'it has synchronous_commit = local, and would forget redemptions when a standby takes over: set it to on',
    );
}

/** @throws Error as for a database that is away */
async function assertSameLineage(client: ClientBase, fence: Fence): Promise<void> {
  const lineage = await askLineage(client);
  fence.lineage ??= lineage;
  if (lineage === fence.lineage) return;
  fence.onOther();
  throw new Error('another copy of the journal answers');
}

async function askLineage(client: ClientBase): Promise<string | null> {
  try {
    const { rows } = await client.query<{ lineage: string }>(POSTGRES_LINEAGE);
    return rows[0]?.lineage ?? null;
  } catch (error) {
    if (error instanceof DatabaseError && error.code === IN_RECOVERY)
      throw new Error('the database is a replica as yet', { cause: error });
    throw error;
  }
}

/** What PostgreSQL says when it is asked for the end of its log while it follows another. */
const IN_RECOVERY = '55000';

/** The database answers, and must not be used as it is. */
class Unfit extends Error {}

/**
 * Why a database cannot be used; what drivers say may hold addresses and names, so their words stay
 * out.
 */
export function databaseFailureInWords(error: unknown): string {
  if (error instanceof Unfit) return error.message;
  const said = error instanceof StoreAway ? error.cause : error;
  if (said instanceof DatabaseError)
    return REFUSALS[said.code ?? ''] ?? `it refuses (SQLSTATE ${said.code ?? 'unknown'})`;
  return errorCode(said) ?? 'it does not answer';
}

const REFUSALS: Readonly<Record<string, string>> = {
  '28000': 'it does not let this user in',
  '28P01': 'the user or the password is wrong',
  '3D000': 'there is no database of this name',
  '53300': 'it has no connection left',
  '57P03': 'it is starting or stopping',
};

/**
 * The pool as Kysely sees it. A connection goes back for others only when the database has answered
 * everything that was asked over it and no transaction is left open: after silence nobody knows
 * what it is still doing.
 */
function lendingFrom(pool: Pool, whileThere: WhileThere): PostgresPool {
  return {
    async connect() {
      const connecting = pool.connect();
      try {
        return lend(await whileThere(connecting), whileThere);
      } catch (error) {
        /* One that comes when nobody waits for it any more. */
        connecting.then((client) => client.release()).catch(() => undefined);
        throw asMet(error);
      }
    },
    end: () => pool.end(),
  };
}

/** Statements by which something lasts: the end of a transaction, and a change outside of one. */
const COMMIT = /^commit$/i;
const CHANGE = /^(insert|update|delete)\b/i;

/**
 * Texts that are asked again and again, by the name under which each connection keeps its plan.
 *
 * Lists of varying length would fill it.
 */
const often = new Map<string, string>();
const OFTEN_MAX = 200;
/**
 * A plan for all columns of a table fails when a newer server adds one; the rest of the language
 * makes no plans.
 */
const PLANNABLE = /^(?:select|insert|update|delete)\b[^*]*$/i;

function asOften(text: string): { readonly text: string; readonly name?: string } {
  const known = often.get(text);
  if (known !== undefined) return { text, name: known };
  if (often.size < OFTEN_MAX && PLANNABLE.test(text)) often.set(text, `tillside_${often.size}`);
  return { text };
}

function lend(client: PoolClient, whileThere: WhileThere): PostgresPoolClient {
  let silent: unknown = null;
  const query = async (text: string, values: readonly unknown[]) => {
    if (silent !== null) throw silent;
    if (COMMIT.test(text) || (CHANGE.test(text) && client.getTransactionStatus() === 'I')) noteWrite();
    try {
      return await whileThere(client.query({ ...asOften(text), values: [...values] }));
    } catch (error) {
      const met = asMet(error);
      if (!(error instanceof DatabaseError)) silent = met;
      throw met;
    }
  };
  return {
    /* Its type also takes a cursor, which only streaming would need. */
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(silent !== null || client.getTransactionStatus() !== 'I'),
  };
}
