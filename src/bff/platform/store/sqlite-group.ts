import { performance } from 'node:perf_hooks';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { JournalFiles } from './journal-files.ts';

/** So many transactions reach the disk together at most, so that none of them waits for long. */
const TOGETHER_MAX = 200;
/**
 * Where several transactions came together, the next commit waits until so many times as long as
 * the last one took have passed, so that a slow disk does not keep the server from working.
 */
const PAUSE_TIMES = 8;
const PAUSE_MAX_MS = 25;

/**
 * Transactions that become durable together: each is a savepoint in one that holds them all, so
 * that it is kept or undone alone, and one commit with one fsync ends them all. Nobody hears of the
 * end of a transaction before that commit has returned. One transaction is under way at a time.
 */
export interface DurableGroup {
  begin(): void;
  /** The transaction is to stay. @returns when it is on the disk; rejects when it cannot be */
  keep: () => Promise<void>;
  /** The transaction leaves nothing behind. @returns when what it may have seen is on the disk */
  undo: () => Promise<void>;
  /**
   * A statement of the transaction failed: where SQLite has undone everything with it, that is the
   * end of all that waited.
   */
  failed(error: unknown): void;
  /** Puts what waits on the disk now; nothing while a transaction is under way. */
  flush(): void;
}

interface Waiting {
  readonly isKept: boolean;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * @param isShared false commits each transaction by itself
 */
export function createGroup(database: DatabaseSyncInstance, isShared: boolean, files: JournalFiles): DurableGroup {
  const say = (text: string) => database.prepare(text);
  /* At once for writing: another program that writes in between would else make what follows
     fail, not wait. */
  const beginAll = say('begin immediate');
  const commitAll = say('commit');
  const begin = say('savepoint one');
  const keep = say('release one');
  const undo = say('rollback to one');
  let waiting: Waiting[] = [];
  /** Between the begin that holds them all and its end. */
  let isOpen = false;
  let isUnderWay = false;
  let isScheduled = false;
  /** Monotonic time before which the next commit had better not begin. */
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
    if (isUnderWay || !isOpen) return;
    const beganMs = performance.now();
    const isCrowded = waiting.length > 1;
    try {
      commitAll.run();
      files.assertInPlace();
    } catch (error) {
      undoAll(database);
      return end(error);
    }
    const endedMs = performance.now();
    if (isCrowded) notBeforeMs = endedMs + Math.min(PAUSE_MAX_MS, (endedMs - beganMs) * PAUSE_TIMES);
    end(null);
  }

  /**
   * What follows within the same round of the event loop goes with it, or within the pause after
   * the last: many when the server has much to do, and none else.
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

  /** Ends the transaction that is under way. */
  function leave(isKept: boolean): Promise<void> {
    isUnderWay = false;
    /* SQLite has undone it already, and whoever it was has heard why. */
    if (!isOpen) return isKept ? Promise.reject(new Error('The transaction was undone')) : Promise.resolve();
    if (!isKept) undo.run();
    keep.run();
    return new Promise((resolve, reject) => {
      waiting.push({ isKept, resolve, reject });
      flushSoon();
    });
  }

  return {
    begin() {
      files.assertNotLost();
      if (!isOpen) beginAll.run();
      isOpen = true;
      begin.run();
      isUnderWay = true;
    },
    keep: () => leave(true),
    undo: () => leave(false),
    failed(error) {
      if (!database.isTransaction) end(error);
    },
    flush,
  };
}

/** After a commit that failed, SQLite may or may not have undone the transaction. */
function undoAll(database: DatabaseSyncInstance): void {
  if (database.isTransaction) database.exec('rollback');
}
