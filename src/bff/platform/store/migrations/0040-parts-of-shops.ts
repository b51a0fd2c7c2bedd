import { type Kysely, sql } from 'kysely';
import { EVERY_SHOP, SHOP_SETTING } from '../visible-shop.ts';
import { isPostgres } from './dialect.ts';

/** Tables without a column `shop`, and the row that their rows belong to. */
const PARTS = [
  ['issued_voucher', 'issue_id', 'operation'],
  ['webhook_message', 'webhook_id', 'webhook'],
  ['webhook_attempt', 'webhook_id', 'webhook'],
  ['pay_link_told', 'link_id', 'pay_link'],
  ['pay_link_opened', 'link_id', 'pay_link'],
  ['shown_sale', 'till_id', 'device'],
  ['device_printer', 'device_id', 'device'],
  ['key_tender', 'key_id', 'access_key'],
  ['gap_remembered', 'gap_id', 'journal_gap'],
  ['gap_device', 'gap_id', 'journal_gap'],
] as const;

/** On PostgreSQL, no shop can see or change what belongs to a row of another shop. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) return;
  const visible = sql`(select current_setting(${sql.lit(SHOP_SETTING)}))`;
  for (const [name, column, owner] of PARTS) {
    const table = sql.table(name);
    await sql`alter table ${table} enable row level security, force row level security`.execute(db);
    const isVisible = sql`(owner.shop = ${visible} or ${visible} = ${sql.lit(EVERY_SHOP)})`;
    await sql`create policy of_shop on ${table} using (exists (select from ${sql.table(owner)} as owner
      where owner.id = ${sql.ref(`${name}.${column}`)} and ${isVisible}))`.execute(db);
  }
}
