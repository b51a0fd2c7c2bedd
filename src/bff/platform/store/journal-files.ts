import { readFileSync, type Stats, statSync } from 'node:fs';
import { StoreUnavailable } from './store-unavailable.ts';

/** The reason why the files of the journal differ from the opened ones. */
export type FilesLost = 'deleted' | 'replaced' | 'truncated' | 'damaged';

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
  isLost(): boolean;
  /** Records a loss that was found in another way. Only the first one counts. */
  lose(why: FilesLost): void;
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
    if (now.size >= before.size) return null;
    return path === file || now.size < loggedBytes(file) ? 'truncated' : null;
  }

  function assertNotLost(): void {
    if (lost !== null) throw new StoreUnavailable(new Error(`the journal's files were ${lost}`), 'JOURNAL_LOST');
  }

  function lose(why: FilesLost | null): void {
    if (lost !== null || why === null) return;
    lost = why;
    onLost(why);
  }

  function assertUnmoved(): void {
    assertNotLost();
    lose(changeOf(file) ?? changeOf(`${file}-wal`));
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
  return {
    assertInPlace: assertUnmoved,
    assertNotLost,
    isLost: () => lost !== null,
    lose,
    stop: () => clearInterval(timer),
  };
}

/**
 * Returns the smallest size of the log with all data that is still read from it. The log may be
 * shorter than it was: when a command closes the journal, SQLite moves the data to the database
 * file and empties the log. Its index (`-shm`) states the size of a page and the number of pages.
 */
function loggedBytes(file: string): number {
  const index = readFileSync(`${file}-shm`);
  const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
  const pageBytes = isLittleEndian ? index.readUInt16LE(14) : index.readUInt16BE(14);
  const pages = isLittleEndian ? index.readUInt32LE(16) : index.readUInt32BE(16);
  /* 64 KiB pages are stored as 1. */
  return pages === 0 ? 0 : LOG_HEADER_BYTES + pages * (PAGE_HEADER_BYTES + (pageBytes === 1 ? 65_536 : pageBytes));
}

const LOG_HEADER_BYTES = 32;
const PAGE_HEADER_BYTES = 24;

/** For a database in memory, which has no files. */
export const NO_FILES: JournalFiles = {
  assertInPlace: () => undefined,
  assertNotLost: () => undefined,
  isLost: () => false,
  lose: () => undefined,
  stop: () => undefined,
};
