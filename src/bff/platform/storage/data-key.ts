import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { renameDurably, writeDurably } from '../base/durable-file.ts';
import { KEY_BYTES, makeKey } from '../base/keys.ts';
import { readSmallText } from '../base/small-file.ts';

export const KEY_FILE = 'keys';
/**
 * Name of the key file until a journal was created with the key, so that a file `keys` proves that
 * a journal existed, even after an interrupted first start.
 */
const NEW_KEY_FILE = 'keys.new';

export function hasDataKey(directory: string): boolean {
  return existsSync(join(directory, KEY_FILE));
}

/**
 * Loads the data key of a data folder. It is created on first use and readable by its owner only.
 * Call {@link confirmDataKey} once a journal was created with it.
 * @param hasJournal true if a journal exists, which is encrypted with an earlier key
 * @throws Error if the file is damaged, or missing for an existing journal, which a new key could
 * not open
 */
export function loadDataKey(directory: string, hasJournal: boolean): Buffer {
  const file = join(directory, KEY_FILE);
  if (existsSync(file)) return readDataKey(file);
  const made = join(directory, NEW_KEY_FILE);
  if (!existsSync(made)) {
    if (hasJournal)
      throw new Error(`${file} is missing, and the journal cannot be read without it: restore it or set DATA_KEY`);
    writeDurably(directory, NEW_KEY_FILE, keyText(makeKey()));
  }
  return readDataKey(made);
}

/**
 * Gives the file of a new key its final name. Call it once the mark of its journal is on the disk.
 */
export function confirmDataKey(directory: string): void {
  if (!hasDataKey(directory)) renameDurably(directory, NEW_KEY_FILE, KEY_FILE);
}

/**
 * Checks whether other accounts of this machine may read the data key of a folder.
 * @returns instructions to prevent that; null if they may not, if no key exists, and if files have
 * no owners
 */
export function describeAccess(directory: string): string | null {
  const file = join(directory, KEY_FILE);
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  if (process.platform === 'win32' || (mode & 0o077) === 0) return null;
  return `${file} can be read by other accounts on this machine: run chmod 600 on it and chmod 700 on its folder`;
}

export function replaceDataKey(directory: string, key: Buffer): void {
  writeDurably(directory, KEY_FILE, keyText(key));
}

/**
 * Stores the next data key in its own file, readable by its owner only; an existing key is used.
 * @throws Error if the file contains a key other than the one handed out
 */
export function saveKeyAt(file: string, handedOut: Buffer | null): Buffer {
  if (!existsSync(file)) {
    const made = handedOut ?? makeKey();
    writeDurably(dirname(file), basename(file), keyText(made));
    return made;
  }
  const key = readDataKey(file);
  if (handedOut !== null && !key.equals(handedOut))
    throw new Error(`${file} contains a different key than the one this rotation started with`);
  return key;
}

function keyText(key: Buffer): string {
  return `${key.toString('base64')}\n`;
}

/** @throws Error if the file does not contain a key */
export function readDataKey(file: string): Buffer {
  const key = Buffer.from(readSmallText(file).trim(), 'base64');
  if (key.length !== KEY_BYTES)
    throw new Error(`${file} does not contain ${KEY_BYTES} bytes in base64: restore it or set DATA_KEY`);
  return key;
}
