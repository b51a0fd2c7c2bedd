import { type Kysely, sql } from 'kysely';
import { isPostgres } from './dialect.ts';

/**
 * Redemptions, refunds and closed shifts of a shop are found by their time. SQLite, which keeps no
 * statistics here, would also use an index of the shop itself for other queries: see `in-shop.ts`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const shop = isPostgres(db) ? sql`shop` : sql`(shop || '')`;
  await sql`create index tender_by_time on tender (${shop}, created_at, id)`.execute(db);
  await sql`create index refund_by_time on refund (${shop}, created_at, id)`.execute(db);
  await sql`create index shift_z_by_closing on shift_z (${shop}, created_at, id)`.execute(db);
}
