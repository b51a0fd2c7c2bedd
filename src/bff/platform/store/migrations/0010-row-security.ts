import { type Kysely, sql } from 'kysely';
import { SHOP_SETTING } from '../visible-shop.ts';
import { isolateShops, isPostgres } from './dialect.ts';

/**
 * On PostgreSQL, no shop can see or change the rows of another. Rows may name the device of a
 * manager who visits from another shop, so devices can be read by all.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) return;
  await isolateShops(db);
  await sql`create policy named_by_all on device for select
    using ((select current_setting(${sql.lit(SHOP_SETTING)})) <> '')`.execute(db);
}
