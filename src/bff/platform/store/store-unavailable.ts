import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The database is unreachable or silent; the query is not at fault. If it was a write, it is
 * unknown whether it was done. `cause` is the driver's error, `code` its code or SQLSTATE if it has
 * one.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreAway';
  readonly code: string | undefined;

  constructor(cause: unknown, code: string | undefined) {
    super('the database cannot be reached', { cause });
    this.code = code;
  }
}

/**
 * Returns the error if it means that the database is unavailable. A request that was running when
 * another copy took over meets a database that this server has closed.
 */
export function unavailableIn(error: unknown): StoreUnavailable | null {
  if (error instanceof StoreUnavailable) return error;
  return error instanceof Error && error.message === CLOSED ? new StoreUnavailable(error, undefined) : null;
}

/** Kysely's message in that case. */
const CLOSED = 'driver has already been destroyed';

interface Course {
  mayHaveWritten: boolean;
}

const course = new AsyncLocalStorage<Course>();

/**
 * Tracking a request through all its awaits makes all of that slower, so it begins with the first
 * database that can fall silent.
 */
let canFallSilent = false;

/** Starts tracking writes: a database was opened that may become unavailable. */
export function followWrites(): void {
  canFallSilent = true;
}

/** Records that the database is about to make something durable. */
export function noteWrite(): void {
  const current = course.getStore();
  if (current) current.mayHaveWritten = true;
}

/**
 * Runs the work of one request; afterwards, and if it fails, the course shows whether any of it may
 * be in the database.
 */
export function onCourse<T>(work: (course: Readonly<Course>) => Promise<T>): Promise<T> {
  const current = { mayHaveWritten: false };
  if (!canFallSilent) return work(current);
  return course.run(current, () => work(current));
}
