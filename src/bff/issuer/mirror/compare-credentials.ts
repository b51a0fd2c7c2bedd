import type { Kysely } from 'kysely';
import type { Account } from '../../platform/base/scope.ts';
import type { Schema } from '../../platform/store/schema.ts';
import type { Issuer } from '../port.ts';
import { VISIBLE_WITHIN_MS } from './mirror-rules.ts';
import type { StoredTime } from './mirror-store.ts';
import { comparableRows } from './mirror-table.ts';

/** The issuer searches by whole seconds, and truncates its times. */
const SECOND_MS = 1_000;

/**
 * Compares credentials with an account: does their search show a row that is stored for it?
 *
 * The mids of the rows decide nothing: if only sister shops sold anything lately, credentials of
 * the account list none but theirs, and credentials of another merchant list others.
 * @param newest the newest rows of the account's known shops that every search shows by now. Rows
 * of others may have been read with wrong credentials.
 * @returns `unclear` without such rows, or if the issuer does not answer
 */
export async function compareCredentials(
  { searchPage }: Pick<Issuer, 'searchPage'>,
  newest: readonly StoredTime[],
): Promise<'same' | 'other' | 'unclear'> {
  if (newest.length === 0) return 'unclear';
  const times = newest.map(({ createdAt }) => createdAt);
  const period = { from: Math.min(...times) - SECOND_MS, to: Math.max(...times) + SECOND_MS };
  const reply = await searchPage(period, 0);
  if (reply.outcome !== 'found') return 'unclear';
  const stored = new Set(newest.map(({ transactionId }) => transactionId));
  return reply.value.some(({ transactionId }) => stored.has(transactionId)) ? 'same' : 'other';
}

/** Reads the rows of an account that its credentials have to show. */
export async function rowsToCompare(db: Kysely<Schema>, account: Account, now: number): Promise<StoredTime[]> {
  const known = await db.selectFrom('shop').select('mid').where('account', '=', account).execute();
  const mids = known.flatMap(({ mid }) => mid ?? []);
  return comparableRows(db, account, { mids: mids.length > 0 ? mids : null, before: now - VISIBLE_WITHIN_MS });
}
