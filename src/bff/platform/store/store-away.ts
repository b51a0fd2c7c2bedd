import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The database cannot be reached, or has fallen silent: a fault of nobody's question. Where it was
 * asked to write, nobody knows whether it did. `cause` is what the driver said, `code` its code or
 * SQLSTATE where it has one.
 */
export class StoreAway extends Error {
  override readonly name = 'StoreAway';
  readonly code: string | undefined;

  constructor(cause: unknown, code: string | undefined) {
    super('the database cannot be reached', { cause });
    this.code = code;
  }
}

/**
 * Tells whether an error says that the database is away. A request that was on its way when another
 * copy came to answer meets one that this server has closed.
 */
export function awayIn(error: unknown): StoreAway | null {
  if (error instanceof StoreAway) return error;
  return error instanceof Error && error.message === CLOSED ? new StoreAway(error, undefined) : null;
}

/** What Kysely says then. */
const CLOSED = 'driver has already been destroyed';

/** What the database was asked for in the course of one request. */
interface Course {
  mayHaveWritten: boolean;
}

const course = new AsyncLocalStorage<Course>();

/**
 * Following a request through everything that it waits for makes all of that slower, so it begins
 * with the first database that can fall silent.
 */
let canFallSilent = false;

/** From here on it is noted what writes: a database was opened that may be away. */
export function followWrites(): void {
  canFallSilent = true;
}

/** Says that the database is being asked to make something last. */
export function noteWrite(): void {
  const current = course.getStore();
  if (current) current.mayHaveWritten = true;
}

/**
 * Does one request's work; afterwards, and when it fails, the course says whether any of it may be
 * in the database.
 */
export function onCourse<T>(work: (course: Readonly<Course>) => Promise<T>): Promise<T> {
  const current = { mayHaveWritten: false };
  if (!canFallSilent) return work(current);
  return course.run(current, () => work(current));
}
