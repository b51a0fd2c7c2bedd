import { type SqlBool, sql } from 'kysely';
import type { Scope } from '../base/scope.ts';

/**
 * The condition on the shop in a query whose rows another condition finds. SQLite keeps no
 * statistics here. It would search the index of the shop instead, and read all of its past.
 * @param column the shop of a table, for example `fact.shop`
 */
export function inShop(column: string, shop: Scope) {
  return sql<SqlBool>`${sql.ref(column)} || '' = ${shop}`;
}
