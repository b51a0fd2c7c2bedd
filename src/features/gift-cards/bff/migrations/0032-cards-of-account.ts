import type { Kysely } from 'kysely';
import { shareWithinAccount } from '../../../../bff/platform/store/migrations/dialect.ts';

/** A card belongs to one activation in all shops of the account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await shareWithinAccount(db, ['activation', 'activation_range']);
}
