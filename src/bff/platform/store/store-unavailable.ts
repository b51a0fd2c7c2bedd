import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The database is unreachable, silent or locked for too long; the query is not at fault. The result
 * of a write is unknown. `cause` is the driver's error, `code` its code or SQLSTATE if it has one.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreAway';
  readonly code: string | undefined;

  constructor(cause: unknown, code: string | undefined) {
    super('the database cannot be reached or is busy', { cause });
    this.code = code;
  }
}

/**
 * Returns the error if it means that the database is unavailable. After a change to another copy of
 * the journal, a running request may use a database that this server has closed.
 */
export function unavailableIn(error: unknown): StoreUnavailable | null {
  if (error instanceof StoreUnavailable) return error;
  return error instanceof Error && error.message === CLOSED ? new StoreUnavailable(error, undefined) : null;
}

/** Kysely's message for a closed database. */
const CLOSED = 'driver has already been destroyed';

interface Course {
  mayHaveWritten: boolean;
}

const course = new AsyncLocalStorage<Course>();

/**
 * True once a database was opened that can stop answering. Only such databases need the tracking of
 * requests, which slows down every await.
 */
let isTrackingWrites = false;

/** Starts tracking writes: a database was opened that may become unavailable. */
export function startTrackingWrites(): void {
  isTrackingWrites = true;
}

/** Records that the database is about to make something durable. */
export function noteWrite(): void {
  const current = course.getStore();
  if (current) current.mayHaveWritten = true;
}

/**
 * Runs the work of one request, and records in `course` if a write of the request may have reached
 * the database.
 */
export function runTrackingWrites<T>(work: (course: Readonly<Course>) => Promise<T>): Promise<T> {
  const current = { mayHaveWritten: false };
  if (!isTrackingWrites) return work(current);
  return course.run(current, () => work(current));
}
