import type { Kysely } from 'kysely';
import type { Account, Scope } from '../base/scope.ts';
import type { Schema } from './schema.ts';

export interface StoreOwner {
  readonly shop: Scope;
  readonly account: Account;
}

export const FIRST_SHOP: StoreOwner = { shop: 'main' as Scope, account: 'main' as Account };

/**
 * Finds the configured shop. An added shop has a slug, and may count from an earlier time.
 * @returns null if no server has started on this database
 */
export async function firstShop(db: Kysely<Schema>): Promise<StoreOwner | null> {
  const unnamed = db.selectFrom('shop').select(['id as shop', 'account']).where('slug', 'is', null);
  return (await unnamed.orderBy('created_at').orderBy('id').limit(1).executeTakeFirst()) ?? null;
}

/** Returns the name of a shop; null for a shop without a name, which is the only one. */
export async function nameOfShop(db: Kysely<Schema>, shop: Scope): Promise<string | null> {
  const row = await db.selectFrom('shop').select('name').where('id', '=', shop).executeTakeFirst();
  return row?.name ?? null;
}

/** Creates the configured shop if needed. @param at our clock, milliseconds UTC */
export async function ensureFirstShop(db: Kysely<Schema>, at: number): Promise<StoreOwner> {
  const first = await firstShop(db);
  if (first !== null) return first;
  const { shop, account } = FIRST_SHOP;
  await db
    .insertInto('account')
    .values({ id: account, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('shop')
    .values({ id: shop, account, mid: null, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return FIRST_SHOP;
}
