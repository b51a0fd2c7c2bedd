import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '../base/durable-file.ts';
import { errorCode } from '../base/logging.ts';
import type { BegunDatabase } from './begun.ts';
import { hasDataKey } from './data-key.ts';

/** Name of its file in the data folder. */
export const ID_FILE = 'journal-id';
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What a data folder says about the journal that its server uses, beside the journal itself. */
export interface NotedJournal {
  /** Whether the key of a journal is there. */
  readonly key: boolean;
  /** Random id of the journal; null for a folder that is new, or older than these ids. */
  readonly id: string | null;
}

/** A journal that is not the one of its data folder, in words for whoever starts the server. */
export class WrongJournal extends Error {}

/** @throws Error when the id is there and cannot be read */
export function readNoted(directory: string): NotedJournal {
  return { key: hasDataKey(directory), id: readId(directory) };
}

function readId(directory: string): string | null {
  try {
    const id = readFileSync(join(directory, ID_FILE), 'utf8').trim();
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
 * Notes the id of the journal in the data folder, so that another journal, or none, is noticed
 * there.
 */
export function noteJournal(directory: string, id: string): void {
  writeDurably(directory, ID_FILE, `${id}\n`);
}

/**
 * A folder that knows of a journal gets that journal and no other: an empty one in its place would
 * start a shop without its locks, its open redemptions and its trail. A journal without an id is
 * older than these ids and gets the one that was noted.
 * @param setting names where the journal is
 * @throws WrongJournal
 */
export function assertNoted(noted: NotedJournal, found: BegunDatabase, setting: 'DATA_DIR' | 'DATABASE_URL'): void {
  if (!found.begun && (noted.key || noted.id !== null)) throw lost(noted, setting);
  if (noted.id === null || found.id === null || noted.id === found.id) return;
  const journal = setting === 'DATA_DIR' ? 'the one in tillside.sqlite' : 'the one in the database of DATABASE_URL';
  throw new WrongJournal(
    `${ID_FILE} in DATA_DIR names another journal than ${journal}: restore the journal that belongs to it, ` +
      `or remove ${ID_FILE} if this journal is the right one`,
  );
}

function lost({ key, id }: NotedJournal, setting: 'DATA_DIR' | 'DATABASE_URL'): WrongJournal {
  const holds = `DATA_DIR holds ${key ? 'a key' : 'the id of a journal'}`;
  const remove = [key && 'keys', id !== null && ID_FILE].filter((name) => name !== false).join(' and ');
  if (setting === 'DATA_DIR')
    return new WrongJournal(
      `${holds} but no journal: restore tillside.sqlite with its -wal, or remove ${remove} to begin anew`,
    );
  return new WrongJournal(
    `${holds} but there is no journal in the database of DATABASE_URL: restore it or name the right one, or ` +
      `remove ${remove} to begin anew`,
  );
}
