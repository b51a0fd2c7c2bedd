import type { ListedOperation } from '../../../bff/app/feature-hooks.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import { RANGE_STATES } from '../../../contract/redemption/states.ts';
import { cardsBetween, rangeStateSchema } from '../contract/activation.ts';
import { maskCardCodes } from '../contract/card-code.ts';
import { activationOf, listIdOf } from './activation-list.ts';

/** Returns ranges of cards that were activated here, by their ids on the list of transactions. */
export async function listedActivations(
  { reads, shop }: Pick<Ports, 'reads' | 'shop'>,
  ids: readonly string[],
): Promise<ListedOperation[]> {
  if (ids.length === 0) return [];
  const uniqueIds = new Set(ids);
  const rows = await reads
    .selectFrom('activation')
    .innerJoin('activation_range', 'activation_range.activation_id', 'activation.id')
    .innerJoin('person', 'person.id', 'activation.person_id')
    .innerJoin('device', 'device.id', 'activation.device_id')
    .select(['activation.id', 'activation.created_at', 'position', 'first', 'last', 'activation_range.state'])
    .select(['person.name as person', 'device.name as device'])
    .where('activation.shop', '=', shop)
    .where('activation.id', 'in', [...new Set(ids.map(activationOf))])
    .execute();
  return rows.flatMap(({ id, created_at, position, first, last, person, device, ...row }): ListedOperation[] => {
    const listId = listIdOf(id, position);
    if (!uniqueIds.has(listId)) return [];
    const state = rangeStateSchema.parse(row.state);
    const cards = { start: first, end: last };
    return [
      {
        id: listId,
        kind: 'activation',
        operationId: id,
        state,
        outcome: RANGE_STATES[state].outcome,
        count: Number(cardsBetween(cards)),
        cards: maskCardCodes(cards, state),
        at: created_at,
        person,
        device,
      },
    ];
  });
}
