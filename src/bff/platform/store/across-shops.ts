import type { Kysely } from 'kysely';
import type { Scope } from '../base/scope.ts';
import type { Schema } from './schema.ts';
import { EVERY_SHOP, type VisibleShop } from './visible-shop.ts';

interface Handle {
  readonly shop: VisibleShop;
  /** Returns the handle on the same database that sees other rows. */
  readonly handleOf: (shop: VisibleShop) => Kysely<Schema>;
}

/** The handles on PostgreSQL, by their adapter, which their transactions share. */
const handles = new WeakMap<object, Handle>();

export function registerHandle(db: Kysely<Schema>, handle: Handle): void {
  handles.set(db.getExecutor().adapter, handle);
}

/**
 * Returns a handle on the same database for one shop: PostgreSQL itself hides and protects the rows
 * of the others. SQLite cannot.
 */
export function withinShop(db: Kysely<Schema>, shop: Scope): Kysely<Schema> {
  return handleFor(db, shop);
}

/**
 * Returns a handle that sees the rows of all shops, for work that several of them share.
 * @throws Error for a transaction of one shop, which keeps its shop
 */
export function withinAllShops(db: Kysely<Schema>): Kysely<Schema> {
  return handleFor(db, EVERY_SHOP);
}

/**
 * Allows queries across all shops for work that belongs to none: waiting messages, expired data,
 * keys. Tests refuse every other query of a table of shops that does not name the shop.
 */
export function acrossShops(db: Kysely<Schema>): Kysely<Schema> {
  return withinAllShops(db).withoutPlugins();
}

function handleFor(db: Kysely<Schema>, shop: VisibleShop): Kysely<Schema> {
  const { adapter, plugins } = db.getExecutor();
  const handle = handles.get(adapter);
  if (handle === undefined || handle.shop === shop) return db;
  if (db.isTransaction) throw new Error('A transaction cannot change its shop');
  return plugins.reduce((other, plugin) => other.withPlugin(plugin), handle.handleOf(shop));
}
