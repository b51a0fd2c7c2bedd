import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Account, Scope } from '../base/scope.ts';
import type { Schema } from './schema.ts';

/** The account of a shop, as a value in a query. */
export function accountOf(shop: Scope) {
  return sql<Account>`(select account from shop where id = ${shop})`;
}

/** Names a device or person of another shop. @param shopName null for one of the own shop */
export function nameWithShop(name: string, shopName: string | null): string {
  return shopName === null ? name : `${shopName}: ${name}`;
}

/** The shops of the account of a shop, for a query; suspended ones are included. */
export function shopsOfAccount(db: Kysely<Schema>, shop: Scope) {
  return db.selectFrom('shop').select('shop.id').where('shop.account', '=', accountOf(shop));
}

/**
 * The condition that a row belongs to a shop of the account of a shop, in a query whose rows
 * another condition finds.
 * @param column the shop of a table, for example `hold.shop`
 */
export function inAccount(column: string, shop: Scope) {
  return sql<SqlBool>`${sql.ref(column)} || '' in (select id from shop where account = ${accountOf(shop)})`;
}
