import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { errorCode } from './logging.ts';

const MIB = 1024 * 1024;

/** A file that was not read: its message has the path, and its code the reason. */
export class UnfitFile extends Error {
  readonly code: 'NOT_A_FILE' | 'FILE_TOO_LARGE';

  constructor(code: UnfitFile['code'], message: string) {
    super(message);
    this.name = 'UnfitFile';
    this.code = code;
  }
}

/**
 * Describes why the file of a setting was not read, and what to do; continues the setting's name. A
 * value that is not an absolute path is not repeated, because it may be the secret itself.
 */
export function describeUnreadable(file: string, error: unknown): string {
  const code = errorCode(error) ?? 'unknown reason';
  const shown = isAbsolute(file) ? file : 'not an absolute path';
  return `names a file that cannot be read: ${code} (${shown}). ${UNREADABLE[code] ?? 'Choose a readable file'}`;
}

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'Correct the path, or put the file there',
  ENOTDIR: 'Correct the path, or put the file there',
  EACCES: 'Let this account read the file and its folder',
};

/**
 * Reads a file that a setting, a command or the data folder names. A device or a pipe, which may
 * never end, is refused before it is read, and a larger file after the limit: some files do not
 * state their size.
 * @throws UnfitFile, and the errors of the file system
 */
export function readSmallFile(file: string, bytesMax = MIB): Buffer {
  /* Without the flag, a pipe would wait here for its writer. */
  const handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!fstatSync(handle).isFile()) throw new UnfitFile('NOT_A_FILE', `${file} is not a regular file`);
    const content = Buffer.alloc(Math.min(fstatSync(handle).size, bytesMax) + 1);
    const pieces: Buffer[] = [];
    for (let total = 0; ; ) {
      const read = readSync(handle, content, 0, content.length, null);
      if (read === 0) return Buffer.concat(pieces);
      total += read;
      if (total > bytesMax) throw new UnfitFile('FILE_TOO_LARGE', `${file} is larger than ${bytesMax / MIB} MiB`);
      pieces.push(Buffer.from(content.subarray(0, read)));
    }
  } finally {
    closeSync(handle);
  }
}

/** The same as text. @throws UnfitFile, and the errors of the file system */
export function readSmallText(file: string, bytesMax?: number): string {
  return readSmallFile(file, bytesMax).toString('utf8');
}
