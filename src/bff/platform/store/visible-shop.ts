import type { Scope } from '../base/scope.ts';

/** The rows that a PostgreSQL session may see: those of one shop, or of all. */
export type VisibleShop = Scope | typeof EVERY_SHOP;
export const EVERY_SHOP = '*';
/** The setting of a PostgreSQL session with its {@link VisibleShop}. */
export const SHOP_SETTING = 'tillside.shop';
