import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes a small file that only its owner can read. It exists with its full text or not at all,
 * even if the machine stops, and it is durable once this function returns.
 * @throws Error if the folder cannot be created or written
 */
export function writeDurably(directory: string, name: string, text: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const part = `${name}.${process.pid}.part`;
  const handle = openSync(join(directory, part), 'w', 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameDurably(directory, part, name);
}

/** Renames a file in a folder; durable once this returns. */
export function renameDurably(directory: string, from: string, to: string): void {
  renameSync(join(directory, from), join(directory, to));
  const handle = openSync(directory, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
