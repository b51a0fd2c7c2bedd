import { type Kysely, sql } from 'kysely';
import { Client, type Notification } from 'pg';
import { describeError, type Logger } from '../base/logging.ts';
import { interruptibleSleep } from '../base/loop.ts';
import type { Clock, Random } from '../base/ports.ts';
import {
  LIVE_SERVERS_ANSWER_WITHIN_MS,
  LIVE_SERVERS_POLL_EVERY_MS,
  RECONNECT_FIRST_MS,
  RECONNECT_LONGEST_MS,
} from './limits.ts';
import { connectionConfig, prepareSession } from './postgres.ts';
import type { Schema } from './schema.ts';
import type { Servers } from './servers.ts';
import { CHANGES_CHANNEL } from './servers.ts';

/** First half of the advisory lock that a living server holds; the second half is its id. */
const SERVER_LOCK_CLASS = 1_953_066_092;
const ID_LIMIT = 2 ** 31;

export interface LiveServersOptions {
  readonly url: string;
  /** The same database, for the query which servers are alive. */
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
}

/** A connection that stays open for the life of this server. */
interface ServerConnection {
  readonly client: Client;
  /** Aborted when the connection is lost or no longer wanted. */
  readonly closing: AbortController;
}

/**
 * Registers this server with the others that share the PostgreSQL database. Its own connection
 * receives their changes and holds an advisory lock, which PostgreSQL releases however the process
 * ends. A lost connection is opened again; until then the others may consider this server dead,
 * which costs a search at the issuer and never causes a wrong outcome.
 * @throws Error if the database cannot be reached at the start
 */
export async function registerServer({ url, db, clock, random, log }: LiveServersOptions): Promise<Servers> {
  const listeners = new Set<Parameters<Servers['onForeignChange']>[0]>();
  const leaving = new AbortController();
  let id = 0;

  function onNotification({ payload = '' }: Notification): void {
    const [, server, kind = '', changed = ''] = /^(\d+) (\S+) (\S+)$/.exec(payload) ?? [];
    if (server === undefined || Number(server) === id) return;
    for (const listener of listeners) listener({ kind, id: changed });
  }

  /**
   * Resolves when the connection is lost. It may be lost silently, so it is checked from time to
   * time.
   */
  async function watch(line: ServerConnection): Promise<void> {
    const { signal } = line.closing;
    while (!signal.aborted && !leaving.signal.aborted) {
      if ((await interruptibleSleep(clock, LIVE_SERVERS_POLL_EVERY_MS, signal)) && !(await holdsName(line.client, id)))
        return;
    }
  }

  /** Opens a new connection, with retries; returns null if this server leaves first. */
  async function again(): Promise<ServerConnection | null> {
    for (let pauseMs = RECONNECT_FIRST_MS; ; pauseMs = Math.min(2 * pauseMs, RECONNECT_LONGEST_MS)) {
      if (!(await interruptibleSleep(clock, pauseMs, leaving.signal))) return null;
      try {
        return await openLine({
          url,
          onNotification: onNotification,
          lockNames: (client) => shareNameLock(client, id),
        });
      } catch (error) {
        log.warn(describeError(error), 'failed to listen to other servers; retrying');
      }
    }
  }

  async function stayConnected(first: ServerConnection): Promise<void> {
    for (let line: ServerConnection | null = first; line !== null; line = await again()) {
      current = line;
      await watch(line);
      await closeConnection(line);
      if (leaving.signal.aborted) return;
      log.warn({}, 'the connection that receives messages from other servers was lost');
    }
  }

  const first = await openLine({
    url,
    onNotification: onNotification,
    async lockNames(client) {
      do id = 1 + random.below(ID_LIMIT - 1);
      while (!(await lockName(client, id)));
    },
  });
  let current = first;
  const connection = stayConnected(first);

  return {
    id,
    shared: true,
    async alive() {
      const { rows } = await livingNames.execute(db);
      return new Set([id, ...rows.map(({ name }) => name)]);
    },
    onForeignChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      leaving.abort(new Error('the server is stopping'));
      current.closing.abort(new Error('the server is stopping'));
      await connection;
    },
  };
}

export async function countLivingServers(db: Kysely<Schema>): Promise<number> {
  return (await livingServers(db)).length;
}

/** Returns the ids of the running servers of a database, for commands. */
export async function livingServers(db: Kysely<Schema>): Promise<number[]> {
  return (await livingNames.execute(db)).rows.map(({ name }) => name);
}

interface LineOptions {
  readonly url: string;
  readonly onNotification: (notification: Notification) => void;
  readonly lockNames: (client: Client) => Promise<void>;
}

async function openLine({ url, onNotification, lockNames }: LineOptions): Promise<ServerConnection> {
  const over = new AbortController();
  const client = new Client({ ...connectionConfig(url), query_timeout: LIVE_SERVERS_ANSWER_WITHIN_MS });
  for (const event of ['error', 'end'] as const)
    client.on(event, () => over.abort(new Error('the connection was lost')));
  client.on('notification', onNotification);
  const line = { client, closing: over };
  try {
    await client.connect();
    await prepareSession(client);
    await client.query(`listen ${CHANGES_CHANNEL}`);
    await lockNames(client);
    return line;
  } catch (error) {
    await closeConnection(line);
    throw error;
  }
}

async function closeConnection({ client }: ServerConnection): Promise<void> {
  await client.end().catch(() => undefined);
}

/** Takes an id for this server; returns false if a living server has it. */
async function lockName(client: Client, id: number): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1, $2) as free', [
    SERVER_LOCK_CLASS,
    id,
  ]);
  if (rows[0]?.free !== true) return false;
  await shareNameLock(client, id);
  await client.query('select pg_advisory_unlock($1, $2)', [SERVER_LOCK_CLASS, id]);
  return true;
}

/**
 * A shared lock: after a lost connection it can be taken again at once, even if PostgreSQL has not
 * noticed yet that the old one is gone.
 */
async function shareNameLock(client: Client, id: number): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1, $2)', [SERVER_LOCK_CLASS, id]);
}

/**
 * True if this connection itself holds the lock. A pooler that assigns connections per transaction
 * makes it false.
 */
async function holdsName(client: Client, id: number): Promise<boolean> {
  try {
    const { rows } = await client.query(
      `select 1 from pg_locks where locktype = 'advisory' and granted and pid = pg_backend_pid()
        and classid = $1 and objid = $2 and objsubid = 2`,
      [SERVER_LOCK_CLASS, id],
    );
    return rows.length === 1;
  } catch {
    /* No answer means that the connection is lost; the caller logs it. */
    return false;
  }
}

const livingNames = sql<{ name: number }>`select distinct objid::bigint as name from pg_locks
  where locktype = 'advisory' and granted and classid = ${SERVER_LOCK_CLASS} and objsubid = 2
    and database = (select oid from pg_database where datname = current_database())`;
