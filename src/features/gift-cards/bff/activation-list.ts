import type { Kysely, Transaction } from 'kysely';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import { dayNumber, insertListRows, type ListRow } from '../../../bff/platform/store/list-rows.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import { RANGE_STATES } from '../../../contract/redemption/states.ts';
import { cardsBetween, presentRanges, type RangeState, rangeStateSchema } from '../contract/activation.ts';

/** The ranges of an activation; `at` is milliseconds UTC. */
interface ListedActivation {
  readonly id: string;
  readonly at: number;
  readonly personId: string;
  readonly ranges: readonly {
    readonly position: number;
    readonly first: string;
    readonly last: string;
    readonly state: RangeState;
  }[];
}

export const listIdOf = (activationId: string, position: number) => `${activationId}:${position}`;

export const activationOf = (listId: string) => listId.slice(0, listId.lastIndexOf(':'));

/**
 * Converts ranges of cards to rows of the list of transactions. No search of the issuer shows them.
 */
export function rangesListed({ id, at, personId, ranges }: ListedActivation, timeZone: string): ListRow[] {
  const same = {
    at,
    day: dayNumber(at, timeZone),
    type: 'activation',
    mid: '',
    currency: '',
    tails: '',
    person_id: personId,
  } as const;
  return presentRanges(ranges).map(({ position, first, last, state }) => ({
    ...same,
    id: listIdOf(id, position),
    status: RANGE_STATES[state].outcome,
    amount: Number(cardsBetween({ start: first, end: last })),
    claimed: 1,
    paired: 0,
    pair_key: null,
    pair_id: null,
  }));
}

/** Updates the state of ranges on the list; a range that was replaced by halves is removed. */
export async function moveListedRanges(
  tx: Transaction<Schema>,
  { shop, id }: { readonly shop: Scope; readonly id: string },
  positions: readonly number[],
  state: RangeState,
): Promise<void> {
  const ids = positions.map((position) => listIdOf(id, position));
  if (state === 'halved') {
    await tx.deleteFrom('list_row').where('shop', '=', shop).where('id', 'in', ids).execute();
    return;
  }
  await tx
    .updateTable('list_row')
    .set({ status: RANGE_STATES[state].outcome })
    .where('shop', '=', shop)
    .where('id', 'in', ids)
    .execute();
}

/** Adds the ranges of every activation to the shop's list of transactions. @returns how many */
export async function listActivations(db: Kysely<Schema>, shop: Scope, timeZone: string): Promise<number> {
  const ranges = await db
    .selectFrom('activation')
    .innerJoin('activation_range', 'activation_range.activation_id', 'activation.id')
    .select(['activation.id', 'activation.created_at', 'activation.person_id', 'position', 'first', 'last', 'state'])
    .where('activation.shop', '=', shop)
    .execute();
  const rows = ranges.flatMap(({ id, created_at: at, person_id: personId, position, first, last, state }) =>
    rangesListed(
      { id, at, personId, ranges: [{ position, first, last, state: rangeStateSchema.parse(state) }] },
      timeZone,
    ),
  );
  await db.transaction().execute((tx) => insertListRows(tx, shop, rows));
  return rows.length;
}
