import { performance } from 'node:perf_hooks';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { JournalFiles } from './journal-files.ts';
import { PAUSE_MAX_MS, TOGETHER_MAX } from './limits.ts';

/**
 * If several transactions were grouped, the next commit waits for this many times the duration of
 * the last one, so that a slow disk does not stop the server from working.
 */
const PAUSE_TIMES = 8;

/**
 * Transactions that become durable together: each is a savepoint in one that contains them all, so
 * that it can be kept or undone on its own, and one commit with one fsync ends them all. No
 * transaction is reported as ended before that commit has returned. One transaction runs at a time.
 */
export interface DurableGroup {
  begin(): void;
  /** Commits the transaction. Resolves when it is on the disk; rejects if the commit fails */
  commit: () => Promise<void>;
  /** Rolls the transaction back. Resolves when all data that it may have read is on the disk */
  rollBack: () => Promise<void>;
  /**
   * A statement of the transaction failed: if SQLite rolled back everything with it, all waiting
   * transactions fail.
   */
  failed(error: unknown): void;
  /** Writes waiting transactions to the disk now; does nothing while a transaction runs. */
  flush(): void;
}

interface Waiting {
  readonly isKept: boolean;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** @param isShared false commits each transaction separately */
export function createGroup(database: DatabaseSyncInstance, isShared: boolean, files: JournalFiles): DurableGroup {
  const prepare = (text: string) => database.prepare(text);
  /* Takes the write lock with the first statement. Otherwise a write of another program would make
     later statements fail instead of wait. */
  const startAll = prepare('begin immediate');
  const commitAll = prepare('commit');
  const begin = prepare('savepoint one');
  const releaseSavepoint = prepare('release one');
  const undo = prepare('rollback to one');
  let waiting: Waiting[] = [];
  /** True between the outer begin and its end. */
  let isOpen = false;
  let isCommitting = false;
  let isScheduled = false;
  /** Monotonic time before which the next commit should not begin. */
  let notBeforeMs = 0;

  function end(error: unknown): void {
    isOpen = false;
    const those = waiting;
    waiting = [];
    for (const { isKept, resolve, reject } of those) {
      if (error !== null && isKept) reject(error);
      else resolve();
    }
  }

  function flush(): void {
    if (isCommitting || !isOpen) return;
    const beganMs = performance.now();
    const isCrowded = waiting.length > 1;
    try {
      files.check();
      commitAll.run();
      files.assertInPlace();
    } catch (error) {
      undoAll(database);
      return end(error);
    }
    const finishedMs = performance.now();
    if (isCrowded) notBeforeMs = finishedMs + Math.min(PAUSE_MAX_MS, (finishedMs - beganMs) * PAUSE_TIMES);
    end(null);
  }

  /**
   * Transactions within the same round of the event loop join the group, or those within the pause
   * after the last commit. A busy server groups many, an idle one none.
   */
  function flushSoon(): void {
    if (!isShared || waiting.length >= TOGETHER_MAX) return flush();
    if (isScheduled) return;
    isScheduled = true;
    const run = () => {
      isScheduled = false;
      flush();
    };
    const pauseMs = notBeforeMs - performance.now();
    if (pauseMs > 0) setTimeout(run, pauseMs);
    else setImmediate(run);
  }

  function leave(isCommitted: boolean): Promise<void> {
    isCommitting = false;
    /* SQLite has already rolled the transaction back, and its caller got the error. */
    if (!isOpen) return isCommitted ? Promise.reject(new Error('The transaction was rolled back')) : Promise.resolve();
    if (!isCommitted) undo.run();
    releaseSavepoint.run();
    return new Promise((resolve, reject) => {
      waiting.push({ isKept: isCommitted, resolve, reject });
      flushSoon();
    });
  }

  return {
    begin() {
      files.assertNotLost();
      if (!isOpen) startAll.run();
      isOpen = true;
      begin.run();
      isCommitting = true;
    },
    commit: () => leave(true),
    rollBack: () => leave(false),
    failed(error) {
      if (!database.isTransaction) end(error);
    },
    flush,
  };
}

/** After a failed commit, SQLite may or may not have rolled the transaction back. */
function undoAll(database: DatabaseSyncInstance): void {
  if (database.isTransaction) database.exec('rollback');
}
