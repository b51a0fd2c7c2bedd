import { errorCode } from '../base/logging.ts';

/** Describes why the folder of `DATA_DIR` cannot be used, and what to do. */
export function describeFolderFailure(error: unknown, directory: string): string {
  const code = errorCode(error) ?? 'unknown reason';
  return `DATA_DIR (${directory}) ${REASONS[code] ?? 'cannot be used: check its disk'} (${code})`;
}

const FULL = 'cannot be written to, because its disk is full: free some space';
const FOREIGN =
  'cannot be written to by this account: make it the owner of the folder, or use the account of the server';
const NO_FOLDER = 'is not a folder: correct the setting';

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EACCES: FOREIGN,
  EPERM: FOREIGN,
  EROFS: 'is on a read-only disk: mount it for writing',
  ENOTDIR: NO_FOLDER,
  EEXIST: NO_FOLDER,
};
