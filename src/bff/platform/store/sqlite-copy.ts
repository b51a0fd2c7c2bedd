import { closeSync, fsyncSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from '@photostructure/sqlite';
import { JOURNAL_FILE } from './sqlite.ts';

/**
 * All pages in one step: what others write meanwhile would begin a copy in several steps anew,
 * again and again.
 */
const ALL_PAGES = -1;

/**
 * Copies the journal of a data folder, as it stands at one moment, while a server writes to it. The
 * copying is done beside this thread. The copy is one file that needs no log beside it, and is on
 * the disk when this resolves.
 * @param target must not exist
 * @throws Error when the journal cannot be read, or the disk is full
 */
export async function copySqlite(directory: string, target: string): Promise<void> {
  const source = new DatabaseSync(join(directory, JOURNAL_FILE), { readOnly: true });
  try {
    await backup(source, target, { rate: ALL_PAGES });
  } finally {
    source.close();
  }
  putLogAway(target);
  syncFile(target);
}

/** A file that nobody else has open does without a log from here on. */
function putLogAway(file: string): void {
  const copy = new DatabaseSync(file);
  try {
    copy.exec('PRAGMA journal_mode = DELETE');
  } finally {
    copy.close();
  }
}

/**
 * Puts all that is in the log of a database into its file, and on the disk, so that the file can be
 * moved without the log.
 * @throws Error when somebody uses it
 */
export function emptyLog(file: string): void {
  const database = new DatabaseSync(file);
  try {
    const row: unknown = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
    if (typeof row !== 'object' || row === null || !('busy' in row) || row.busy !== 0)
      throw new Error('The journal is in use');
  } finally {
    database.close();
  }
  syncFile(file);
}

/** Makes sure that a file is on the disk as it is. */
export function syncFile(path: string): void {
  const handle = openSync(path, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
