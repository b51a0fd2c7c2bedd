import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Scope } from '../base/scope.ts';
import { isPostgres } from './migrations/dialect.ts';

/**
 * The condition on the shop in a query whose rows another condition finds. SQLite keeps no
 * statistics here. It would search the index of the shop instead, and read all of its past.
 * @param column the shop of a table, for example `fact.shop`
 */
export function inShop(column: string, shop: Scope) {
  return sql<SqlBool>`${sql.ref(column)} || '' = ${shop}`;
}

/**
 * The condition on the shop in a query by time, which finds its rows by an index of both.
 * PostgreSQL does not search an index of an expression in a table with row-level security.
 */
export function inShopByTime<T>(db: Kysely<T>, column: string, shop: Scope) {
  return isPostgres(db) ? sql<SqlBool>`${sql.ref(column)} = ${shop}` : inShop(column, shop);
}
