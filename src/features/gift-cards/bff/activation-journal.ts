import { type Kysely, sql } from 'kysely';
import type { VisibleFacts } from '../../../bff/platform/audit/journal-lines.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import { nameWithShop, shopsOfAccount } from '../../../bff/platform/store/in-account.ts';
import { insertListRows } from '../../../bff/platform/store/list-rows.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import { type JournalDeps, journalOf } from '../../../bff/redemption/operation/journal-of.ts';
import type { Tx } from '../../../bff/redemption/operation/operations.ts';
import { pickRequester, REQUESTER_COLUMNS, readRequester } from '../../../bff/redemption/operation/read-facts.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import { type CardRange } from '../../../contract/redemption/activation-request.ts';
import {
  isActivationOpen,
  overlapsWith,
  type RangeState,
  UNANSWERED_RANGE_STATES,
  USED_RANGE_STATES,
} from '../contract/activation.ts';
import { type ActivationFact, activationFactSchema, type RangeStatus } from './activation-facts.ts';
import { activationStep, foldActivation } from './activation-fold.ts';
import { moveListedRanges, rangesListed } from './activation-list.ts';
import type {
  ActivationIdentity,
  ActivationJournal,
  ActivationRecord,
  Overlapping,
  UsedCards,
} from './activation-store.ts';

export interface ActivationJournalOptions extends JournalDeps {
  readonly serverId: number;
  /** IANA name, for the day on which an activation is listed. */
  readonly timeZone: string;
}

/** Facts of an activation that appear in the audit trail. */
export const ACTIVATION_LINES: VisibleFacts<ActivationFact['kind']> = {
  intent: 'activation.asked',
  stopped: 'activation.stopped',
  resumed: 'activation.resumed',
  closed: 'activation.closed',
  found_active: 'activation.found-active',
  found_inactive: 'activation.found-inactive',
  deactivating: 'activation.deactivation-asked',
  deactivated: 'activation.deactivated',
  not_deactivated: 'activation.not-deactivated',
  deactivation_unknown: 'activation.deactivation-unknown',
};

export function createActivationJournal({ serverId, timeZone, ...deps }: ActivationJournalOptions): ActivationJournal {
  const { db, operations } = deps;

  const activations = () =>
    db
      .selectFrom('activation')
      .innerJoin('operation', 'operation.id', 'activation.id')
      .innerJoin('device', 'device.id', 'activation.device_id')
      .innerJoin('person', 'person.id', 'activation.person_id')
      .select(REQUESTER_COLUMNS);

  const kernel = journalOf(deps, {
    name: 'activation',
    table: 'activation',
    schema: activationFactSchema,
    fold: foldActivation,
    step: activationStep,
    isOpen: isActivationOpen,
    rows: activations,
    record: (row, recorded): ActivationRecord => ({ ...recorded, ...readRequester(row) }),
    /* Halves of refused ranges follow the requested ones. */
    isSame: ({ status }, { ranges }: ActivationIdentity) =>
      sameRanges(
        status.ranges.filter(({ half }) => !half),
        ranges,
      ),
    /**
     * Updates the rows of its ranges. A server that begins a run is responsible for it from then
     * on.
     */
    async moved(tx, activation, next) {
      await moveRanges(tx, activation, next.ranges, timeZone);
      if (next.run !== activation.status.run) await operations.takeResponsibility(tx, activation.id);
    },
  });

  return {
    ...kernel,
    begin({ id, shop, device, person, ranges }) {
      return overlapsIfRefused(
        kernel.begin({
          id,
          shop,
          deviceId: device.id,
          lockHash: null,
          request: { shop, ranges },
          facts: [{ kind: 'intent', server: serverId, ranges: [...ranges] }],
          alone: 'cards',
          async insert(tx, at) {
            assertNoOverlaps(overlapsWith(ranges, await overlappingNear(tx, shop, id, ranges)));
            await tx
              .insertInto('activation')
              .values({ id, shop, device_id: device.id, person_id: person.id, created_at: at })
              .execute();
            const rows = waitingRows(id, shop, ranges);
            await tx.insertInto('activation_range').values(rows).execute();
            await insertListRows(tx, shop, rangesListed({ id, at, personId: person.id, ranges: rows }, timeZone));
          },
          record: (recorded) => ({ ...recorded, ...pickRequester({ device, person }) }),
        }),
      );
    },
    resume(activation, { ranges, halve, by }) {
      const resumed = kernel.append(
        activation,
        { kind: 'resumed', server: serverId, ranges: [...ranges], by, ...(halve && { halve }) },
        onlyIfFree(activation, ranges),
      );
      return overlapsIfRefused(resumed.then((record) => ({ outcome: 'resumed', record })));
    },
    deactivate(activation, { range, by, note }) {
      const fact = { kind: 'deactivating', server: serverId, range, by, note } as const;
      const deactivating = kernel.append(activation, fact, onlyIfFree(activation, [range]));
      return overlapsIfRefused(deactivating.then((record) => ({ outcome: 'deactivating', record })));
    },
    async withCard(shop, sequence) {
      const having = rangesWith(db, shop, sequence);
      return kernel.records(
        await activations().where('activation.id', 'in', having).orderBy('activation.created_at').execute(),
      );
    },
    async withUnknown(shop) {
      const unknown = db
        .selectFrom('activation_range')
        .select('activation_id')
        .where('shop', '=', shop)
        .where('state', 'in', UNANSWERED);
      return kernel.records(
        await activations().where('activation.id', 'in', unknown).orderBy('activation.created_at').execute(),
      );
    },
  };
}

/** Updates the rows of ranges; halves have their own rows, after all others. */
async function moveRanges(
  tx: Tx,
  { id, shop, status, createdAt: at, person }: ActivationRecord,
  next: readonly RangeStatus[],
  timeZone: string,
): Promise<void> {
  const added = waitingRows(id, shop, next).slice(status.ranges.length);
  if (added.length > 0) {
    await tx.insertInto('activation_range').values(added).execute();
    await insertListRows(tx, shop, rangesListed({ id, at, personId: person.id, ranges: added }, timeZone));
  }
  for (const [state, positions] of changedRanges(status.ranges, next)) {
    await tx
      .updateTable('activation_range')
      .set({ state })
      .where('activation_id', '=', id)
      .where('position', 'in', positions)
      .execute();
    await moveListedRanges(tx, { shop, id }, positions, state);
  }
}

/** Literals, as in the index of these ranges. */
const UNANSWERED = UNANSWERED_RANGE_STATES.map((state) => sql.lit(state));

function rangesWith(db: Kysely<Schema>, shop: Scope, sequence: string) {
  return db
    .selectFrom('activation_range')
    .select('activation_id')
    .where('shop', '=', shop)
    .where('digits', '=', sequence.length)
    .where('last', '>=', sequence)
    .where('last', '<=', farthestEnd(sequence))
    .where('first', '<=', sequence);
}

/** The highest end of a range that has this card, because an activation has no more cards. */
function farthestEnd(card: string): string {
  const end = String(BigInt(card) + BigInt(LIMITS.cardsPerActivationMax - 1)).padStart(card.length, '0');
  return end.length > card.length ? '9'.repeat(card.length) : end;
}

function waitingRows(activationId: string, shop: Scope, ranges: readonly CardRange[]) {
  return ranges.map(({ start, end }, position) => ({
    activation_id: activationId,
    position,
    shop,
    digits: start.length,
    first: start,
    last: end,
    state: 'waiting' as const,
  }));
}

/**
 * Finds the cards near these ranges that belong to another activation of any shop of the account.
 * They are active, being sent, or unknown.
 */
async function overlappingNear(tx: Tx, shop: Scope, id: string, ranges: readonly CardRange[]): Promise<UsedCards[]> {
  const overlapping: UsedCards[] = [];
  for (const [digits, { start, end }] of spansByDigits(ranges)) {
    const rows = await tx
      .selectFrom('activation_range as range')
      .innerJoin('operation', 'operation.id', 'range.activation_id')
      .innerJoin('activation', 'activation.id', 'range.activation_id')
      .innerJoin('person', 'person.id', 'activation.person_id')
      .innerJoin('shop', 'shop.id', 'range.shop')
      .select(['first as start', 'last as end', 'person.name as person', 'activation.created_at as at'])
      .select(['range.shop', 'shop.name as shopName'])
      .where('range.shop', 'in', shopsOfAccount(tx, shop))
      .where('digits', '=', digits)
      .where('last', '>=', start)
      .where('last', '<=', farthestEnd(end))
      .where('first', '<=', end)
      .where('range.activation_id', '<>', id)
      .where((row) =>
        row.or([
          row('range.state', 'in', USED_RANGE_STATES),
          row.and([row('range.state', '=', 'waiting'), row('open', '=', 1)]),
        ]),
      )
      .execute();
    for (const { shop: owner, shopName, person, ...cards } of rows)
      overlapping.push({ ...cards, person: nameWithShop(person, owner === shop ? null : shopName) });
  }
  return overlapping;
}

/** Requires that no other activation has cards of these ranges, until the transaction ends. */
function onlyIfFree({ id, shop, status }: ActivationRecord, positions: readonly number[]) {
  return {
    alone: 'cards',
    async before(tx: Tx) {
      const cards = positions.flatMap((position) => status.ranges[position] ?? []);
      const overlaps = overlapsWith(cards, await overlappingNear(tx, shop, id, cards));
      assertNoOverlaps(overlaps.map((met) => ({ ...met, range: positions[met.range] ?? met.range })));
    },
  } as const;
}

/** Rolls the transaction back. */
class Overlap extends Error {
  readonly overlaps: Overlapping['overlaps'];
  constructor(overlaps: Overlapping['overlaps']) {
    super('These cards belong to another activation');
    this.overlaps = overlaps;
  }
}

/** @throws Overlap, which undoes everything */
function assertNoOverlaps(overlaps: Overlapping['overlaps']): void {
  if (overlaps.length > 0) throw new Overlap(overlaps);
}

async function overlapsIfRefused<T>(work: Promise<T>): Promise<T | Overlapping> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Overlap) return { outcome: 'overlap', overlaps: error.overlaps };
    throw error;
  }
}

/** Compares both ends only, because they determine the count. */
function sameRanges(recorded: readonly CardRange[], requested: readonly CardRange[]): boolean {
  return (
    recorded.length === requested.length &&
    recorded.every(
      ({ start, end }, position) => start === requested[position]?.start && end === requested[position].end,
    )
  );
}

/** Returns the span of all ranges, for each length of number. */
function spansByDigits(ranges: readonly CardRange[]): Map<number, { start: string; end: string }> {
  const byLength = new Map<number, { start: string; end: string }>();
  for (const { start, end } of ranges) {
    const hull = byLength.get(start.length) ?? { start, end };
    byLength.set(start.length, {
      start: start < hull.start ? start : hull.start,
      end: end > hull.end ? end : hull.end,
    });
  }
  return byLength;
}

function changedRanges(before: readonly RangeStatus[], after: readonly RangeStatus[]): Map<RangeState, number[]> {
  const changed = new Map<RangeState, number[]>();
  for (const [position, { state }] of after.entries()) {
    if (position < before.length && before[position]?.state !== state)
      changed.set(state, [...(changed.get(state) ?? []), position]);
  }
  return changed;
}
