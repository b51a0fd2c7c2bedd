import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import type { Random } from '../base/ports.ts';
import { onlyServer, type Servers } from './servers.ts';

/** A file in the journal's folder that one process at a time locks. It stays empty. */
export const LOCK_FILE = 'tillside.lock';
/** SQLite's code for a lock that another process holds. */
const SQLITE_BUSY = 5;
const ID_LIMIT = 2 ** 31;

/**
 * Makes sure that this process is the only server of a data folder. It uses a lock of the operating
 * system, which is released however the process ends.
 * @param directory as for the journal; `:memory:` cannot be shared
 * @throws Error if another server has it
 */
export function lockDataFolder(directory: string, random: Random): Servers {
  const server = onlyServer(1 + random.below(ID_LIMIT - 1));
  if (directory === ':memory:') return server;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(join(directory, LOCK_FILE));
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw isBusy(error) ? new Error('DATA_DIR is in use by another server', { cause: error }) : error;
  }
  return {
    ...server,
    close() {
      lock.close();
      return Promise.resolve();
    },
  };
}

export function isInUse(directory: string): boolean {
  const lock = new DatabaseSync(join(directory, LOCK_FILE));
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  } finally {
    lock.close();
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
