import { DatabaseError } from 'pg';
import { errorCode } from '../base/logging.ts';
import { StoreUnavailable } from './store-unavailable.ts';

/** Connection exceptions, no connection left, and a database that stops, crashes or starts. */
const UNAVAILABLE = /^(08...|53300|57P0[123])$/;

/**
 * True if an error of the driver means that the database is unreachable, and not that a query was
 * wrong. Wrong queries are errors of the database, and values that JavaScript cannot represent have
 * an error class of their own.
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseError) return UNAVAILABLE.test(error.code ?? '');
  return error instanceof Error && error.constructor === Error;
}

/** PostgreSQL's error for a second row with the same key. */
const DUPLICATE = '23505';

/** True if a transaction failed because a row of this table exists already. */
export function isDuplicate(error: unknown, table: string): boolean {
  return error instanceof DatabaseError && error.code === DUPLICATE && error.table === table;
}

/**
 * PostgreSQL's error if another transaction held a lock for too long. The statement is not at
 * fault, and its transaction is rolled back.
 */
const LOCKED = '55P03';

export function toStoreError(error: unknown): unknown {
  const code = error instanceof DatabaseError ? error.code : errorCode(error);
  return isUnavailable(error) || code === LOCKED ? new StoreUnavailable(error, code) : error;
}
