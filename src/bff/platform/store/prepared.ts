import type { Compilable, CompiledQuery, Kysely, QueryResult } from 'kysely';
import type { Schema } from './schema.ts';

/** A placeholder in a statement for a later value. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** A statement that is run often with different values. `db` is the database or a transaction. */
export type Prepared<V, R> = (db: Kysely<Schema>, values: V) => Promise<QueryResult<R>>;

/**
 * Builds a statement once for all its values, because building one takes longer than running it.
 * @param build receives its values as placeholders: the statement contains them unchanged, and
 * `build` must not compute with them
 * @param options.isResultUnused true if no caller reads the result, or catches an error of this
 * statement before the transaction ends. In a transaction on PostgreSQL, it is sent together with
 * the next statement
 */
export function prepared<V extends object, R>(
  build: (db: Kysely<Schema>, values: V) => Compilable<R>,
  { isResultUnused = false }: { readonly isResultUnused?: boolean } = {},
): Prepared<V, R> {
  let compiled: CompiledQuery<R> | null = null;
  return (db, values) => {
    compiled ??= compile(build(db, SLOTS as V), isResultUnused);
    const valuesByName = values as Readonly<Record<string, unknown>>;
    const parameters = compiled.parameters.map((value) => (value instanceof Slot ? valuesByName[value.name] : value));
    return db.executeQuery({ ...compiled, parameters });
  };
}

const SLOTS: object = new Proxy({}, { get: (_, name) => new Slot(String(name)) });

function compile<R>(statement: Compilable<R>, isUnused: boolean): CompiledQuery<R> {
  const compiled = statement.compile();
  return isUnused ? { ...compiled, sql: `${compiled.sql}${RESULT_UNUSED}` } : compiled;
}

/** Marks the text of a statement; both databases ignore it. */
const RESULT_UNUSED = ' -- result unused';

export function hasUnusedResult(text: string): boolean {
  return text.endsWith(RESULT_UNUSED);
}
