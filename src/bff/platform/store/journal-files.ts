import { type Stats, statSync } from 'node:fs';
import { StoreAway } from './store-away.ts';

/** Why the files of the journal are not those that were opened. */
export type FilesLost = 'deleted' | 'replaced' | 'truncated';

/** An idle server looks at its files so often. */
const LOOK_EVERY_MS = 1_000;

/** Watches the files of the embedded journal while they are open. */
export interface JournalFiles {
  /**
   * Looks at the files. Once they were lost it stays so until a restart, because what is written to
   * the open file is not in the one that a restart finds.
   * @throws StoreAway
   */
  assertInPlace(): void;
  /** The same without looking. @throws StoreAway */
  assertNotLost(): void;
  /** Looks no more, because the journal is being closed. */
  stop(): void;
}

/**
 * Begins to watch a journal that is open.
 * @param file the database; its log stands beside it
 * @param onLost is called once
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
    // The log begins anew now and then; the database never gets smaller.
    return path === file && now.size < before.size ? 'truncated' : null;
  }

  function assertNotLost(): void {
    if (lost !== null) throw new StoreAway(new Error(`the journal's files were ${lost}`), 'JOURNAL_LOST');
  }

  function assertInPlace(): void {
    assertNotLost();
    lost = changeOf(file) ?? changeOf(`${file}-wal`);
    if (lost !== null) onLost(lost);
    assertNotLost();
  }

  assertInPlace();
  const timer = setInterval(() => {
    try {
      assertInPlace();
    } catch (error) {
      clearInterval(timer);
      if (!(error instanceof StoreAway)) throw error;
    }
  }, LOOK_EVERY_MS);
  timer.unref();
  return { assertInPlace, assertNotLost, stop: () => clearInterval(timer) };
}

/** What no file can be taken from: a database in memory. */
export const NO_FILES: JournalFiles = {
  assertInPlace: () => undefined,
  assertNotLost: () => undefined,
  stop: () => undefined,
};
