import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { type CompiledQuery, type DatabaseConnection, type Driver, type QueryResult, SelectQueryNode } from 'kysely';
import type { JournalFiles } from './journal-files.ts';
import { STATEMENTS_MAX } from './limits.ts';
import { isDamaged, toSqliteStoreError } from './sqlite-errors.ts';
import { createGroup } from './sqlite-group.ts';

export interface SqliteConnections {
  readonly writer: DatabaseSyncInstance;
  /**
   * Sees only committed data, which is on the disk; null if there is no second connection, as in
   * memory.
   */
  readonly reader: DatabaseSyncInstance | null;
  /** Nothing is read from files that are no longer the journal. */
  readonly files: JournalFiles;
}

/** A connection as Kysely borrows it. It uses the writing connection only for writes. */
interface LentConnection extends DatabaseConnection {
  hasWriter: boolean;
  isInTransaction: boolean;
}

/**
 * Kysely's driver for SQLite. Transactions run one at a time, and those that follow each other
 * closely reach the disk with one commit, see {@link createGroup}. Queries outside of transactions
 * never wait for transactions and never see data that is not on the disk yet.
 */
export function createSqliteDriver({ writer, reader, files }: SqliteConnections): Driver {
  const write = runnerOf(writer);
  const read = reader && runnerOf(reader);
  const group = createGroup(writer, reader !== null, files);
  const turn = createTurn();

  async function acquireWriter(lent: LentConnection): Promise<void> {
    if (lent.hasWriter) return;
    await turn.take();
    lent.hasWriter = true;
  }

  function letGo(lent: LentConnection): void {
    if (!lent.hasWriter) return;
    lent.hasWriter = false;
    turn.pass();
  }

  /** An error may come from files that were changed or damaged, which ends the service. */
  function toStoreError(error: unknown): unknown {
    if (isDamaged(error)) files.markDamaged();
    files.assertInPlace();
    return toSqliteStoreError(error);
  }

  async function run(lent: LentConnection, query: CompiledQuery): Promise<QueryResult<never>> {
    files.assertNotLost();
    const isReadOnly = !lent.hasWriter && SelectQueryNode.is(query.query);
    if (!lent.hasWriter && !(isReadOnly && read !== null)) {
      await acquireWriter(lent);
      group.flush();
    }
    try {
      if (isReadOnly && read !== null) return read(query);
      if (!lent.isInTransaction) files.check();
      const result = write(query);
      if (!lent.isInTransaction) files.assertInPlace();
      return result;
    } catch (error) {
      if (lent.isInTransaction) group.failed(error);
      throw toStoreError(error);
    }
  }

  function begin(): void {
    try {
      group.begin();
    } catch (error) {
      throw toStoreError(error);
    }
  }

  return {
    init: () => Promise.resolve(),
    acquireConnection: () => Promise.resolve(lend(run)),
    async beginTransaction(connection) {
      const lent = connection as LentConnection;
      await acquireWriter(lent);
      begin();
      lent.isInTransaction = true;
    },
    async commitTransaction(connection) {
      await leave(connection as LentConnection, group.commit);
    },
    async rollbackTransaction(connection) {
      /* If the commit of the group failed, SQLite has undone this transaction. */
      if ((connection as LentConnection).isInTransaction) await leave(connection as LentConnection, group.rollBack);
    },
    releaseConnection: (connection) => Promise.resolve(letGo(connection as LentConnection)),
    destroy() {
      files.stop();
      group.flush();
      const isLost = files.check();
      reader?.close();
      closeWriter(writer, isLost);
      return Promise.resolve();
    },
  };

  /** Lets the next transaction begin before this one is on the disk; resolves once this one is. */
  async function leave(lent: LentConnection, how: () => Promise<void>): Promise<void> {
    lent.isInTransaction = false;
    try {
      const durable = how();
      letGo(lent);
      await durable;
    } catch (error) {
      throw toStoreError(error);
    } finally {
      letGo(lent);
    }
  }
}

/**
 * Closes the last writing connection after moving the log into the database file, so that a copy of
 * the file of a stopped server is complete. SQLite moves the log itself only when the very last
 * connection closes, but terminated threads leave connections open.
 * @param isLost true leaves the log of a lost journal as it is
 */
function closeWriter(writer: DatabaseSyncInstance, isLost: boolean): void {
  try {
    if (!isLost) writer.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    writer.close();
  }
}

function lend(run: (lent: LentConnection, query: CompiledQuery) => Promise<QueryResult<never>>): LentConnection {
  const lent: LentConnection = {
    hasWriter: false,
    isInTransaction: false,
    executeQuery: (query) => run(lent, query),
    streamQuery() {
      throw new Error('SQLite results are not streamed: an open query would hide new data from other queries');
    },
  };
  return lent;
}

/** Gives turns in the order of requests. */
function createTurn() {
  const waiting: (() => void)[] = [];
  let isLent = false;
  return {
    async take(): Promise<void> {
      if (isLent) return new Promise<void>((resolve) => waiting.push(resolve));
      isLent = true;
    },
    pass(): void {
      const next = waiting.shift();
      if (next) next();
      else isLent = false;
    },
  };
}

/** Runs statements on one connection, each text prepared once. */
function runnerOf(database: DatabaseSyncInstance): (query: CompiledQuery) => QueryResult<never> {
  const prepared = new Map<
    string,
    { readonly statement: ReturnType<typeof database.prepare>; readonly isReader: boolean }
  >();
  const prepare = (text: string) => {
    const cached = prepared.get(text);
    if (cached) return cached;
    if (prepared.size >= STATEMENTS_MAX) prepared.clear();
    const statement = database.prepare(text);
    const made = { statement, isReader: statement.columns().length > 0 };
    prepared.set(text, made);
    return made;
  };
  return ({ sql, parameters }) => {
    const { statement, isReader } = prepare(sql);
    const values = parameters as Parameters<typeof statement.all>;
    if (isReader) return { rows: statement.all(...values) as never[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] };
  };
}
