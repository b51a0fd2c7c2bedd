import { type Stats, statSync } from 'node:fs';
import { JOURNAL_FILES_CHECK_EVERY_MS } from './limits.ts';
import { StoreUnavailable } from './store-unavailable.ts';

/** The reason why the files of the journal differ from the opened ones. */
export type FilesLost = 'deleted' | 'replaced' | 'truncated' | 'damaged';

export interface JournalFiles {
  /**
   * Checks the files and records a loss. It is permanent until a restart, because a restart would
   * not find data that is written to the open file. Call it before a write too: a log that was cut
   * has its old size again after the next write.
   * @returns true after a loss
   */
  check(): boolean;
  /** As {@link JournalFiles.check}. @throws StoreUnavailable after a loss */
  assertInPlace(): void;
  /** As {@link JournalFiles.assertInPlace}, without checking the files. @throws StoreUnavailable */
  assertNotLost(): void;
  /** Records that a query found damaged data. */
  markDamaged(): void;
  /** Stops watching, because the journal is being closed. */
  stop(): void;
}

/**
 * Starts watching an open journal.
 * @param file the database; its log is in the same folder
 * @param loggedBytes returns the size of the log with all data that SQLite reads from it
 * @param onLost called once
 */
export function watchJournalFiles(
  file: string,
  loggedBytes: () => number,
  onLost: (why: FilesLost) => void,
): JournalFiles {
  const log = `${file}-wal`;
  const last = new Map<string, Stats>();
  let lost: FilesLost | null = null;

  function changeOf(path: string): FilesLost | null {
    const before = last.get(path);
    const now = statSync(path, { throwIfNoEntry: false });
    if (now === undefined) return before === undefined ? null : 'deleted';
    last.set(path, now);
    if (before === undefined) return null;
    if (now.ino !== before.ino || now.dev !== before.dev) return 'replaced';
    // Only the database file must never shrink: programs that close the journal empty the log.
    return path === file && now.size < before.size ? 'truncated' : null;
  }

  /** Another program may be writing to the log or emptying it, so a short log is checked again. */
  function isLogCut(): boolean {
    const bytes = loggedBytes();
    const isShort = (stats: Stats | undefined) => stats !== undefined && stats.size < bytes;
    if (!isShort(last.get(log))) return false;
    return isShort(statSync(log, { throwIfNoEntry: false })) && loggedBytes() === bytes;
  }

  function lose(why: FilesLost | null): void {
    if (lost !== null || why === null) return;
    lost = why;
    onLost(why);
  }

  function check(): boolean {
    if (lost === null) lose(changeOf(file) ?? changeOf(log) ?? (isLogCut() ? 'truncated' : null));
    return lost !== null;
  }

  function assertNotLost(): void {
    if (lost !== null) throw new StoreUnavailable(new Error(`the journal's files were ${lost}`), 'JOURNAL_LOST');
  }

  function assertInPlace(): void {
    check();
    assertNotLost();
  }

  assertInPlace();
  const timer = setInterval(() => {
    try {
      assertInPlace();
    } catch (error) {
      clearInterval(timer);
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }, JOURNAL_FILES_CHECK_EVERY_MS);
  timer.unref();
  return {
    check,
    assertInPlace,
    assertNotLost,
    markDamaged: () => lose('damaged'),
    stop: () => clearInterval(timer),
  };
}

/** For a database in memory, which has no files. */
export const NO_FILES: JournalFiles = {
  check: () => false,
  assertInPlace: () => undefined,
  assertNotLost: () => undefined,
  markDamaged: () => undefined,
  stop: () => undefined,
};
