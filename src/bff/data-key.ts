import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renameDurably, writeDurably } from './base/durable-file.ts';
import { KEY_BYTES } from './base/keys.ts';

const KEY_FILE = 'keys';
/** Its name until a journal was begun with it. So `keys` says that there was a journal, even after a first start that was cut off. */
const NEW_KEY_FILE = 'keys.new';

/** Whether the data key of a journal that was begun is in a folder. */
export function hasDataKey(directory: string): boolean {
  return existsSync(join(directory, KEY_FILE));
}

/**
 * The data key of a data folder, made on first use and readable by its owner alone. Call {@link keepDataKey} when a journal was begun with it.
 * @param begun whether there is a journal already that an earlier key sealed
 * @throws Error when the file is damaged, or missing beside an existing journal: a new key could not open what is there
 */
export function loadDataKey(directory: string, begun: boolean): Buffer {
  const file = join(directory, KEY_FILE);
  if (existsSync(file)) return readKey(file);
  const made = join(directory, NEW_KEY_FILE);
  if (!existsSync(made)) {
    if (begun) throw new Error(`${file} is missing, and the journal beside it cannot be read without it: restore it or set DATA_KEY`);
    writeDurably(directory, NEW_KEY_FILE, `${randomBytes(KEY_BYTES).toString('base64')}\n`);
  }
  return readKey(made);
}

/** Gives a new key its name, once the mark of the journal that was begun with it is on the disk. */
export function keepDataKey(directory: string): void {
  if (!hasDataKey(directory)) renameDurably(directory, NEW_KEY_FILE, KEY_FILE);
}

function readKey(file: string): Buffer {
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  if (key.length !== KEY_BYTES) throw new Error(`${file} does not hold ${KEY_BYTES} bytes in base64: restore it or set DATA_KEY`);
  return key;
}
