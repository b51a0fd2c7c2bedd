import { DatabaseError } from 'pg';
import { errorCode } from '../base/logging.ts';
import { StoreAway } from './store-away.ts';

/** Connection exceptions, no connection left, and a database that is stopped, crashes or starts. */
const AWAY = /^(08...|53300|57P0[123])$/;

/**
 * Whether an error of the driver says that the database cannot be reached, and not that a question
 * was wrong: those come as errors of the database, and values that JavaScript cannot hold as errors
 * of a class of their own.
 */
export function isAway(error: unknown): boolean {
  if (error instanceof DatabaseError) return AWAY.test(error.code ?? '');
  return error instanceof Error && error.constructor === Error;
}

/** An error of the driver as the rest of the server meets it. */
export function asMet(error: unknown): unknown {
  const code = error instanceof DatabaseError ? error.code : errorCode(error);
  return isAway(error) ? new StoreAway(error, code) : error;
}
