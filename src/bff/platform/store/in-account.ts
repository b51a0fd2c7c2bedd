import { sql } from 'kysely';
import type { Account, Scope } from '../base/scope.ts';

/** The account of a shop, as a value in a query. */
export function accountOf(shop: Scope) {
  return sql<Account>`(select account from shop where id = ${shop})`;
}
