import { type Kysely, sql } from 'kysely';

/** Open rows are found without those that have ended, and activations by their time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  'create index session_open on session (device_id) where ended_at is null',
  'create index display_open on display (till_id) where ended_at is null',
  'drop index display_by_till',
  'create index activation_by_time on activation (shop, created_at)',
  "create index range_unanswered on activation_range (shop) where state in ('unknown', 'deactivation_unknown')",
  'drop index range_unknown',
  'create index list_row_unclaimed on list_row (shop, type) where claimed = 0',
  'create index issuer_row_gone on issuer_row (account) where gone_at is not null',
  "create index webhook_message_given_up on webhook_message (webhook_id) where outcome = 'given_up'",
];
