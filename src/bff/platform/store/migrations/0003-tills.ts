import { type Kysely, sql } from 'kysely';

/**
 * Records which till a device is: devices with one name are one till, with one sequence of numbers.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table device add column till_id text`.execute(db);
  await sql`update device set till_id = (
    select first.id from device as first
    where first.shop = device.shop and lower(first.name) = lower(device.name)
    order by first.enrolled_at, first.id limit 1
  )`.execute(db);
  await sql`update device set till_id = null where till_id = id`.execute(db);
}
