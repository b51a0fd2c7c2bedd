import { type Stats, statSync } from 'node:fs';
import { StoreUnavailable } from './store-unavailable.ts';

/** The reason why the files of the journal differ from the opened ones. */
export type FilesLost = 'deleted' | 'replaced' | 'truncated';

/** How often an idle server checks its files. */
const CHECK_EVERY_MS = 1_000;

export interface JournalFiles {
  /**
   * Checks the files. A loss is permanent until a restart, because a restart would not find data
   * that is written to the open file.
   * @throws StoreUnavailable
   */
  assertInPlace(): void;
  /** As {@link JournalFiles.assertInPlace}, without checking the files. @throws StoreUnavailable */
  assertNotLost(): void;
  /** Stops watching, because the journal is being closed. */
  stop(): void;
}

/**
 * Starts watching an open journal.
 * @param file the database; its log is in the same folder
 * @param onLost called once
 */
export function watchJournalFiles(file: string, onLost: (why: FilesLost) => void): JournalFiles {
  const last = new Map<string, Stats>();
  let lost: FilesLost | null = null;

  function changeOf(path: string): FilesLost | null {
    const before = last.get(path);
    const now = statSync(path, { throwIfNoEntry: false });
    if (now === undefined) return before === undefined ? null : 'deleted';
    last.set(path, now);
    if (before === undefined) return null;
    if (now.ino !== before.ino || now.dev !== before.dev) return 'replaced';
    // Only the database file must never shrink, because SQLite restarts the log from time to time.
    return path === file && now.size < before.size ? 'truncated' : null;
  }

  function assertNotLost(): void {
    if (lost !== null) throw new StoreUnavailable(new Error(`the journal's files were ${lost}`), 'JOURNAL_LOST');
  }

  function assertUnmoved(): void {
    assertNotLost();
    lost = changeOf(file) ?? changeOf(`${file}-wal`);
    if (lost !== null) onLost(lost);
    assertNotLost();
  }

  assertUnmoved();
  const timer = setInterval(() => {
    try {
      assertUnmoved();
    } catch (error) {
      clearInterval(timer);
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }, CHECK_EVERY_MS);
  timer.unref();
  return { assertInPlace: assertUnmoved, assertNotLost, stop: () => clearInterval(timer) };
}

/** For a database in memory, which has no files. */
export const NO_FILES: JournalFiles = {
  assertInPlace: () => undefined,
  assertNotLost: () => undefined,
  stop: () => undefined,
};
