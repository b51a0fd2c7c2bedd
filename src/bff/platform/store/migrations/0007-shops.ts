import { type Kysely, sql } from 'kysely';

const COLUMNS = [
  ['account', 'name', 'text'],
  ['account', 'address_sealed', 'text'],
  ['shop', 'slug', 'text'],
  ['shop', 'name', 'text'],
  ['shop', 'terms', 'text'],
  ['shop', 'pair_sealed', 'text'],
  ['shop', 'suspended_at', 'bigint'],
] as const;

/** Several shops on one server, each with its terms and credentials. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, column, type] of COLUMNS)
    await sql`alter table ${sql.table(table)} add column ${sql.ref(column)} ${sql.raw(type)}`.execute(db);
  await sql`create unique index shop_slug on shop (slug)`.execute(db);
}
