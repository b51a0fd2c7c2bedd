import type { Kysely } from 'kysely';
import type { ListOwner } from '../../bff/issuer/mirror/list.ts';
import type { Account, Scope } from '../../bff/platform/base/scope.ts';
import type { StoreOwner } from '../../bff/platform/store/first-shop.ts';
import type { Schema } from '../../bff/platform/store/schema.ts';

/** A shop with a readable id; a server cannot create one from a text. */
export const shopNamed = (id: string) => id as Scope;

/** The shop of most stories. */
export const SHOP = shopNamed('main');

/** A shop with its merchant at the issuer: the shops of most stories have the same. */
export const whose = (shop: Scope = SHOP, account = 'main'): StoreOwner => ({ shop, account: account as Account });

/** A shop in Singapore, for its list. */
export const listOwner = (mid: string, shop: Scope = SHOP): ListOwner => ({
  shop,
  mid: () => Promise.resolve(mid),
  timeZone: 'Asia/Singapore',
});

/** Makes a shop, and its merchant where that is not there. */
export async function makeShop(db: Kysely<Schema>, id: Scope = SHOP, mid: string | null = null, ofAccount = 'main'): Promise<void> {
  const { account } = whose(id, ofAccount);
  await db
    .insertInto('account')
    .values({ id: account, created_at: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db.insertInto('shop').values({ id, account, mid, created_at: 1 }).execute();
}
