import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { KEY_BYTES } from './keys.ts';

/**
 * The data key of a data folder, made on first use and readable by its owner alone.
 * @param journalExists whether there is data already that an earlier key sealed
 * @throws Error when the file is damaged, or missing beside an existing journal: a new key could not open what is there
 */
export function loadDataKey(directory: string, journalExists: boolean): Buffer {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, 'keys');
  if (!existsSync(file)) {
    if (journalExists)
      throw new Error(`${file} is missing, and the journal beside it cannot be read without it: restore it or set DATA_KEY`);
    writeNew(file, `${randomBytes(KEY_BYTES).toString('base64')}\n`);
  }
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  if (key.length !== KEY_BYTES) throw new Error(`${file} does not hold ${KEY_BYTES} bytes in base64: restore it or set DATA_KEY`);
  return key;
}

function writeNew(file: string, text: string): void {
  const handle = openSync(file, 'wx', 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
