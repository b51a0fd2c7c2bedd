import { type Kysely, sql } from 'kysely';
import { isolateShops } from '../../../../bff/platform/store/migrations/dialect.ts';

/** Adds the printers of devices that are not enrolled yet, by name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create table awaited_device (
  shop text not null references shop (id), name text not null, printer_id text not null references printer (id),
  primary key (shop, name)
)`)
    .execute(db);
  await isolateShops(db);
}
