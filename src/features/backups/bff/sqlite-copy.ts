import { closeSync, fsyncSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from '@photostructure/sqlite';
import { JOURNAL_FILE } from '../../../bff/platform/store/sqlite.ts';

/**
 * All pages in one step: concurrent writes would restart a copy in several steps again and again.
 */
const ALL_PAGES = -1;

/**
 * Copies the journal of a data folder, as of one moment, while a server writes to it. The copy is
 * made outside of this thread. It is one file without a log, and is on the disk when the promise
 * resolves.
 * @param target must not exist
 * @throws Error if the journal cannot be read, or the disk is full
 */
export async function copySqlite(directory: string, target: string): Promise<void> {
  const source = new DatabaseSync(join(directory, JOURNAL_FILE), { readOnly: true });
  try {
    await backup(source, target, { rate: ALL_PAGES });
  } finally {
    source.close();
  }
  removeLog(target);
  syncFile(target);
}

/** Removes the log, which a file without other users does not need. */
function removeLog(file: string): void {
  const copy = new DatabaseSync(file);
  try {
    copy.exec('PRAGMA journal_mode = DELETE');
  } finally {
    copy.close();
  }
}

/**
 * Writes the log of a database to its file and to the disk, so that the file can be moved without
 * the log.
 * @throws Error if another process uses it
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

export function syncFile(path: string): void {
  const handle = openSync(path, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
