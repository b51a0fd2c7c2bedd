import { type Kysely, sql } from 'kysely';
import { shareWithinAccount } from '../../../../bff/platform/store/migrations/dialect.ts';

/** A hold applies in every shop of the account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index hold_by_voucher on hold (ref_hash) where let_go_at is null`.execute(db);
  await shareWithinAccount(db, ['hold']);
}
