import { StoreUnavailable } from './store-unavailable.ts';

const BUSY = 5;
/** A file is shorter than SQLite's own data says. */
const IOERR_SHORT_READ = 522;
const READONLY = 8;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const NOTADB = 26;
/** The low byte of an extended result code is the primary result code. */
const PRIMARY_CODE_MASK = 0xff;

/** Errors after which SQLite has written nothing, so the request may be repeated. */
const NOTHING_WRITTEN: Readonly<Record<number, string>> = {
  [BUSY]: 'SQLITE_BUSY',
  [READONLY]: 'SQLITE_READONLY',
  [FULL]: 'SQLITE_FULL',
  [CANTOPEN]: 'SQLITE_CANTOPEN',
};

function codeOf(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null;
  return error.errcode & PRIMARY_CODE_MASK;
}

/**
 * Converts an error of SQLite for the rest of the server. A disk failure is passed on unchanged: it
 * is unknown what was stored.
 */
export function toSqliteStoreError(error: unknown): unknown {
  const code = NOTHING_WRITTEN[codeOf(error) ?? 0];
  return code === undefined ? error : new StoreUnavailable(error, code);
}

/** True for the error of a rollback whose transaction SQLite has ended already. */
export function hasNoTransaction(error: unknown): boolean {
  return error instanceof Error && error.message.includes('no transaction is active');
}

/** Returns SQLite's own error, which the driver wraps, and a migration once more. */
function unwrapped(error: unknown): unknown {
  const unavailable = error instanceof Error && error.cause instanceof StoreUnavailable ? error.cause : error;
  return unavailable instanceof StoreUnavailable ? unavailable.cause : unavailable;
}

export function isDamaged(error: unknown): boolean {
  const isShort = error instanceof Error && 'errcode' in error && error.errcode === IOERR_SHORT_READ;
  return isShort || [CORRUPT, NOTADB].includes(codeOf(error) ?? 0);
}

/**
 * Describes why the journal of a data folder cannot be opened, and what to do, for the operator.
 * @returns null if the error itself explains it
 */
export function describeOpenFailure(thrown: unknown, directory: string): string | null {
  const error = unwrapped(thrown);
  const journal = `The journal in DATA_DIR (${directory})`;
  if (isDamaged(error)) return `${journal} is damaged: restore it from a backup (npm run restore -- FOLDER --replace)`;
  switch (codeOf(error)) {
    case FULL:
      return `${journal} cannot be written, because the disk is full: free some space`;
    case READONLY:
    case CANTOPEN:
      return `${journal} cannot be written: make this account the owner of the folder and its files`;
    case BUSY:
      return `${journal} is locked by another program: stop that program`;
    default:
      return null;
  }
}
