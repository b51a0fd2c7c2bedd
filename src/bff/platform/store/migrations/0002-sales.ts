import { type Kysely, sql } from 'kysely';

/** Adds data of whole sales: an amount that was collected again, a late receipt number. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table collected_again (
    sale_id text primary key, shop text not null references shop (id), due bigint not null,
    currency text not null, at bigint not null, closed_at bigint
  )`,
  'create index collected_again_open on collected_again (shop) where closed_at is null',
  `create table sale_receipt (
    sale_id text primary key, shop text not null references shop (id), receipt_no text not null
  )`,
  'create index sale_receipt_by_number on sale_receipt (shop, receipt_no)',
];
