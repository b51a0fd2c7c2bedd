import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * Allows queries across all shops for work that belongs to none: waiting messages, expired data,
 * keys. Tests refuse every other query of a table of shops that does not name the shop.
 */
export function acrossShops(db: Kysely<Schema>): Kysely<Schema> {
  return db.withoutPlugins();
}
