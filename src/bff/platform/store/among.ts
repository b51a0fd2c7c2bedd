import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import { isPostgres } from './migrations/dialect.ts';
import type { Schema } from './schema.ts';

/**
 * The condition that a column has one of the few values that another query finds. SQLite runs that
 * query first. PostgreSQL would join it with the others, and if they are many, read their tables as
 * a whole before; it runs first only as an array.
 * @param column for example `fact.seq`
 * @param values a query of one column, whose rows do not depend on the row
 */
export function isAmong(db: Kysely<Schema>, column: string, values: Expression<unknown>) {
  return isPostgres(db)
    ? sql<SqlBool>`${sql.ref(column)} = any(array${values})`
    : sql<SqlBool>`${sql.ref(column)} in ${values}`;
}
