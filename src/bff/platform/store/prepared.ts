import type { Compilable, CompiledQuery, Kysely, QueryResult } from 'kysely';
import type { Schema } from './schema.ts';

/** Stands in a statement for a value that comes later. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A statement that is asked often, with other values each time.
 *
 * In a transaction it is given that.
 */
export type Prepared<V, R> = (db: Kysely<Schema>, values: V) => Promise<QueryResult<R>>;

/**
 * Builds a statement once for all its values, because putting a statement together takes longer
 * than running it.
 * @param build gets its values as placeholders: they may go into the statement as they are, and
 * nothing can be computed from them
 */
export function prepared<V extends object, R>(build: (db: Kysely<Schema>, values: V) => Compilable<R>): Prepared<V, R> {
  let known: CompiledQuery<R> | null = null;
  return (db, values) => {
    known ??= build(db, SLOTS as V).compile();
    const given = values as Readonly<Record<string, unknown>>;
    const parameters = known.parameters.map((value) => (value instanceof Slot ? given[value.name] : value));
    return db.executeQuery({ ...known, parameters });
  };
}

const SLOTS: object = new Proxy({}, { get: (_, name) => new Slot(String(name)) });
