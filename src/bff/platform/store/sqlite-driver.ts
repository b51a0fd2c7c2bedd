import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { type CompiledQuery, type DatabaseConnection, type Driver, type QueryResult, SelectQueryNode } from 'kysely';
import type { JournalFiles } from './journal-files.ts';
import { asMetInSqlite } from './sqlite-errors.ts';
import { createGroup } from './sqlite-group.ts';

/**
 * Statements kept prepared: the program has far fewer texts than this, lists of varying length
 * apart.
 */
const STATEMENTS_MAX = 200;

export interface SqliteConnections {
  readonly writer: DatabaseSyncInstance;
  /**
   * Sees what is committed and nothing else, which is what is on the disk; null where there is no
   * second connection, as in memory.
   */
  readonly reader: DatabaseSyncInstance | null;
  /** Nothing is told of files that are not the journal any more. */
  readonly files: JournalFiles;
}

/** A connection as Kysely borrows it. It has the one that writes only from when it needs it. */
interface Lent extends DatabaseConnection {
  hasWriter: boolean;
  isInTransaction: boolean;
}

/**
 * Kysely's driver for SQLite. Transactions run one at a time, and all that follow each other
 * closely reach the disk with one commit, see {@link createGroup}. Questions outside of
 * transactions never wait for them and never see what is not on the disk yet.
 */
export function createSqliteDriver({ writer, reader, files }: SqliteConnections): Driver {
  const write = runnerOf(writer);
  const read = reader && runnerOf(reader);
  const group = createGroup(writer, reader !== null, files);
  const turn = createTurn();

  async function takeWriter(lent: Lent): Promise<void> {
    if (lent.hasWriter) return;
    await turn.take();
    lent.hasWriter = true;
  }

  function letGo(lent: Lent): void {
    if (!lent.hasWriter) return;
    lent.hasWriter = false;
    turn.pass();
  }

  async function run(lent: Lent, query: CompiledQuery): Promise<QueryResult<never>> {
    files.assertNotLost();
    if (!lent.hasWriter && read !== null && SelectQueryNode.is(query.query)) return read(query);
    if (!lent.hasWriter) {
      await takeWriter(lent);
      group.flush();
    }
    try {
      const result = write(query);
      if (!lent.isInTransaction) files.assertInPlace();
      return result;
    } catch (error) {
      if (lent.isInTransaction) group.failed(error);
      throw asMetInSqlite(error);
    }
  }

  function begin(): void {
    try {
      group.begin();
    } catch (error) {
      throw asMetInSqlite(error);
    }
  }

  return {
    init: () => Promise.resolve(),
    acquireConnection: () => Promise.resolve(lend(run)),
    async beginTransaction(connection) {
      const lent = connection as Lent;
      await takeWriter(lent);
      begin();
      lent.isInTransaction = true;
    },
    async commitTransaction(connection) {
      await leave(connection as Lent, group.keep);
    },
    async rollbackTransaction(connection) {
      /* Where the commit of the group failed, there is nothing left of it. */
      if ((connection as Lent).isInTransaction) await leave(connection as Lent, group.undo);
    },
    releaseConnection: (connection) => Promise.resolve(letGo(connection as Lent)),
    destroy() {
      files.stop();
      group.flush();
      reader?.close();
      putInPlace(writer);
      return Promise.resolve();
    },
  };

  /** Lets the next transaction begin before this one is on the disk; resolves when it is. */
  async function leave(lent: Lent, how: () => Promise<void>): Promise<void> {
    lent.isInTransaction = false;
    try {
      const durable = how();
      letGo(lent);
      await durable;
    } catch (error) {
      throw asMetInSqlite(error);
    } finally {
      letGo(lent);
    }
  }
}

/**
 * Closes the last connection that writes, with all of the log in the file where it belongs: whoever
 * copies that one file of a server that was stopped has everything. SQLite does so by itself only
 * for the last connection of all, and threads that were ended have left theirs open.
 */
function putInPlace(writer: DatabaseSyncInstance): void {
  try {
    writer.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    writer.close();
  }
}

function lend(run: (lent: Lent, query: CompiledQuery) => Promise<QueryResult<never>>): Lent {
  const lent: Lent = {
    hasWriter: false,
    isInTransaction: false,
    executeQuery: (query) => run(lent, query),
    streamQuery() {
      throw new Error(
        'Nothing is streamed from SQLite: a question that goes on would keep others from seeing what is new',
      );
    },
  };
  return lent;
}

/** Whose turn it is, in the order of asking. */
function createTurn() {
  const waiting: (() => void)[] = [];
  let isTaken = false;
  return {
    async take(): Promise<void> {
      if (isTaken) return new Promise<void>((resolve) => waiting.push(resolve));
      isTaken = true;
    },
    pass(): void {
      const next = waiting.shift();
      if (next) next();
      else isTaken = false;
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
    const known = prepared.get(text);
    if (known) return known;
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
