import type { Transaction } from 'kysely';
import { isItems, type VoucherValue } from '../../../contract/money/money.ts';
import { addDays, type DayTerms, shopDate, startOfDay } from '../../../contract/platform/shop-day.ts';
import { statesWhere, TENDER_STATES } from '../../../contract/redemption/states.ts';
import type { AuthenticatedKey } from '../../platform/http/caller.ts';
import { type Problem, refuse } from '../../platform/http/problem.ts';
import { holdUntilEnd } from '../../platform/store/exclusively.ts';
import type { Schema } from '../../platform/store/schema.ts';

/** States of redemptions that captured money, or may have. */
export const COUNTED_STATES = statesWhere(TENDER_STATES, ({ open, refundable }) => open || refundable);

/**
 * Checks that a key may redeem this amount at once. A limit is an amount of money and items have no
 * known price, so a key with a limit redeems no items.
 * @throws Problem 403 `over-limit`
 */
export function assertWithinOnce({ limits }: AuthenticatedKey, value: VoucherValue): void {
  const { perRedemption, perDay } = limits;
  if (isItems(value)) {
    if (perRedemption !== null || perDay !== null)
      throw overLimit('A key with a limit can redeem only money, not items.');
    return;
  }
  if (perRedemption !== null && value.amount > perRedemption)
    throw overLimit('This is above the key’s limit for one redemption.');
}

export interface ApiKeyTender {
  readonly tenderId: string;
  readonly worth: VoucherValue;
  /** Milliseconds UTC. */
  readonly at: number;
  readonly days: DayTerms;
}

/**
 * Counts a redemption for its day, in the transaction that writes it. A refused or refunded
 * redemption no longer counts; one with an unknown outcome does, with the requested amount.
 * Redemptions are counted one at a time on all servers, so that two concurrent redemptions cannot
 * exceed the limit.
 * @throws Problem 403 `over-limit`, which undoes the transaction
 */
export async function countForDay(
  tx: Transaction<Schema>,
  { id, limits }: AuthenticatedKey,
  { tenderId, worth, at, days }: ApiKeyTender,
): Promise<void> {
  if (limits.perDay === null || isItems(worth)) return;
  await holdUntilEnd(tx, 'keys');
  const day = shopDate(at, days);
  const { redeemed } = await tx
    .selectFrom('key_tender')
    .innerJoin('operation', 'operation.id', 'key_tender.tender_id')
    .select(({ fn }) => fn.sum<number | string | null>('key_tender.amount').as('redeemed'))
    .where('key_tender.key_id', '=', id)
    /* The time decides, because a day may be stored under another name if the shop's day began at
       another hour. */
    .where('key_tender.day', '>=', addDays(day, -1))
    .where('operation.created_at', '>=', startOfDay(day, days))
    .where('operation.state', 'in', COUNTED_STATES)
    .executeTakeFirstOrThrow();
  if (Number(redeemed ?? 0) + worth.amount > limits.perDay)
    throw overLimit('This is above the key’s limit for one day.');
  await tx.insertInto('key_tender').values({ key_id: id, day, tender_id: tenderId, amount: worth.amount }).execute();
}

function overLimit(message: string): Problem {
  return refuse('over-limit', { message });
}
