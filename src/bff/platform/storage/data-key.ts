import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { renameDurably, writeDurably } from '../base/durable-file.ts';
import { KEY_BYTES, makeKey } from '../base/keys.ts';

/** Name of the data key's file in its folder. */
export const KEY_FILE = 'keys';
/**
 * Its name until a journal was begun with it.
 *
 * So `keys` says that there was a journal, even after a first start that was cut off.
 */
const NEW_KEY_FILE = 'keys.new';

/** Whether the data key of a journal that was begun is in a folder. */
export function hasDataKey(directory: string): boolean {
  return existsSync(join(directory, KEY_FILE));
}

/**
 * The data key of a data folder, made on first use and readable by its owner alone. Call {@link
 * keepDataKey} when a journal was begun with it.
 * @param begun whether there is a journal already that an earlier key sealed
 * @throws Error when the file is damaged, or missing beside an existing journal: a new key could
 * not open what is there
 */
export function loadDataKey(directory: string, begun: boolean): Buffer {
  const file = join(directory, KEY_FILE);
  if (existsSync(file)) return readDataKey(file);
  const made = join(directory, NEW_KEY_FILE);
  if (!existsSync(made)) {
    if (begun)
      throw new Error(
        `${file} is missing, and the journal beside it cannot be read without it: restore it or set DATA_KEY`,
      );
    writeDurably(directory, NEW_KEY_FILE, keyText(makeKey()));
  }
  return readDataKey(made);
}

/** Gives a new key its name, once the mark of the journal that was begun with it is on the disk. */
export function keepDataKey(directory: string): void {
  if (!hasDataKey(directory)) renameDurably(directory, NEW_KEY_FILE, KEY_FILE);
}

/**
 * Whether other accounts of this machine may read the data key of a folder.
 * @returns what to do about it; null where they may not, where there is none, and where files have
 * no owners
 */
export function openToOthers(directory: string): string | null {
  const file = join(directory, KEY_FILE);
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  if (process.platform === 'win32' || (mode & 0o077) === 0) return null;
  return `${file} can be read by other accounts of this machine: chmod 600 it, and chmod 700 the folder`;
}

/**
 * Puts the key of a journal that was restored, or to which it was rotated, into its data folder.
 */
export function putDataKey(directory: string, key: Buffer): void {
  writeDurably(directory, KEY_FILE, keyText(key));
}

/**
 * Keeps the next data key in a file of its own, for its owner alone; one that is there already is
 * taken.
 * @throws Error when the file holds another key than the one that was handed out
 */
export function keepKeyAt(file: string, handedOut: Buffer | null): Buffer {
  if (!existsSync(file)) {
    const made = handedOut ?? makeKey();
    writeDurably(dirname(file), basename(file), keyText(made));
    return made;
  }
  const key = readDataKey(file);
  if (handedOut !== null && !key.equals(handedOut))
    throw new Error(`${file} holds another key than the one that this rotation began with`);
  return key;
}

function keyText(key: Buffer): string {
  return `${key.toString('base64')}\n`;
}

/** @throws Error when the file does not hold a key */
export function readDataKey(file: string): Buffer {
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  if (key.length !== KEY_BYTES)
    throw new Error(`${file} does not hold ${KEY_BYTES} bytes in base64: restore it or set DATA_KEY`);
  return key;
}
