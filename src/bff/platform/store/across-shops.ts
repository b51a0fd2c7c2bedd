import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * Lets work that is of no shop ask of all of them: what waits to be sent, what is too old, keys.
 *
 * Stories refuse every other question to a table of shops that does not say which shop.
 */
export function acrossShops(db: Kysely<Schema>): Kysely<Schema> {
  return db.withoutPlugins();
}
