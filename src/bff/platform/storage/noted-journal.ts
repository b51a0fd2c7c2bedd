import { join } from 'node:path';
import { writeDurably } from '../base/durable-file.ts';
import { errorCode } from '../base/logging.ts';
import { readSmallText } from '../base/small-file.ts';
import { hasDataKey } from './data-key.ts';
import type { JournalState } from './journal-state.ts';

export const ID_FILE = 'journal-id';
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The data folder's own record of its server's journal. */
export interface NotedJournal {
  readonly key: boolean;
  /** Random id of the journal; null for a folder that is new, or from a version without ids. */
  readonly id: string | null;
}

/** A journal that does not belong to its data folder, with a message for the operator. */
export class WrongJournal extends Error {}

/** @throws Error if the id exists but is unreadable */
export function readNotedJournal(directory: string): NotedJournal {
  return { key: hasDataKey(directory), id: readId(directory) };
}

function readId(directory: string): string | null {
  try {
    const id = readSmallText(join(directory, ID_FILE)).trim();
    if (!ID.test(id))
      throw new WrongJournal(`${ID_FILE} in DATA_DIR is damaged: remove it if the journal is the right one`);
    return id;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

/**
 * Records the id of the journal in the data folder, so that another or a missing journal is
 * noticed.
 */
export function noteJournal(directory: string, id: string): void {
  writeDurably(directory, ID_FILE, `${id}\n`);
}

/**
 * Checks that the journal is the one that the data folder recorded: an empty journal in its place
 * would start a shop without its locks, its open redemptions and its trail. A journal of a version
 * without ids gets the recorded id.
 * @param setting names the location of the journal
 * @throws WrongJournal
 */
export function assertNoted(noted: NotedJournal, found: JournalState, setting: 'DATA_DIR' | 'DATABASE_URL'): void {
  if (!found.begun && (noted.key || noted.id !== null)) throw missingJournal(noted, setting);
  if (noted.id === null || found.id === null || noted.id === found.id) return;
  const journal =
    setting === 'DATA_DIR' ? 'the journal in tillside.sqlite' : 'the journal in the database of DATABASE_URL';
  throw new WrongJournal(
    `${ID_FILE} in DATA_DIR does not match ${journal}: restore the journal that belongs to it, ` +
      `or remove ${ID_FILE} if this journal is the right one`,
  );
}

function missingJournal({ key, id }: NotedJournal, setting: 'DATA_DIR' | 'DATABASE_URL'): WrongJournal {
  const holds = `DATA_DIR contains ${key ? 'a key' : 'the id of a journal'}`;
  const remove = [key && 'keys', id !== null && ID_FILE].filter((name) => name !== false).join(' and ');
  if (setting === 'DATA_DIR')
    return new WrongJournal(
      `${holds} but no journal: restore tillside.sqlite with its -wal, or remove ${remove} to start with an ` +
        'empty journal',
    );
  return new WrongJournal(
    `${holds} but there is no journal in the database of DATABASE_URL: restore it or set the right database, or ` +
      `remove ${remove} to start with an empty journal`,
  );
}
