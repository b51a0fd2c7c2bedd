import type { Kysely } from 'kysely';
import { type CardRange, isActivationOpen, overlapsWith } from '../../contract/activation.ts';
import type { Clock } from '../base/ports.ts';
import type { Changes } from '../operation/changes.ts';
import type { Operations, Tx } from '../operation/operations.ts';
import { originIn, readFacts } from '../operation/read-facts.ts';
import { exclusively } from '../store/exclusively.ts';
import type { Schema } from '../store/schema.ts';
import {
  type ActivationFact,
  type ActivationStanding,
  activationFactSchema,
  activationStep,
  foldActivation,
  type RangeStanding,
  UNANSWERED,
} from './activation-facts.ts';
import type {
  ActivationBegun,
  ActivationJournal,
  ActivationRecalled,
  ActivationRecord,
  NewActivation,
  Overlapping,
  TakenCards,
} from './activation-store.ts';
import type { DatedFact } from './tender-facts.ts';

export interface ActivationJournalOptions {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly operations: Operations;
  readonly changes: Changes;
  readonly serverId: number;
}

/** The journal of activations over a Kysely database; both engines run it. */
export function createActivationJournal({ db, clock, operations, changes, serverId }: ActivationJournalOptions): ActivationJournal {
  function told(activation: ActivationRecord): ActivationRecord {
    changes.tell({ kind: 'activation', id: activation.id, open: isActivationOpen(activation.standing.state) });
    return activation;
  }

  const activations = () =>
    db
      .selectFrom('activation')
      .innerJoin('device', 'device.id', 'activation.device_id')
      .innerJoin('person', 'person.id', 'activation.person_id')
      .select(['activation.id', 'activation.shop', 'activation.device_id', 'device.name as device_name', 'person_id'])
      .select(['person.name as person_name', 'activation.created_at']);
  type Row = Awaited<ReturnType<ReturnType<typeof activations>['execute']>>[number];

  async function toRecords(rows: readonly Row[]): Promise<ActivationRecord[]> {
    const factsOf = await readFacts(db, rows, activationFactSchema);
    return rows.map((row) => ({ ...originIn(row), facts: factsOf(row.id), standing: foldActivation(factsOf(row.id)) }));
  }

  async function read(shop: string, id: string): Promise<ActivationRecord | null> {
    const found = activations().where('activation.id', '=', id).where('activation.shop', '=', shop);
    const [activation] = await toRecords(await found.execute());
    return activation ?? null;
  }

  async function recall(id: string, { shop, ranges }: { shop: string; ranges: readonly CardRange[] }): Promise<ActivationRecalled> {
    const known = await db.selectFrom('operation').select('id').where('id', '=', id).executeTakeFirst();
    if (!known) return { outcome: 'none' };
    const activation = await read(shop, id);
    return activation && sameRanges(activation.standing.ranges, ranges) ? { outcome: 'same', activation } : { outcome: 'different' };
  }

  /** The cards near these ranges that belong to another activation: active, under way, or nobody knows. */
  async function takenNear(tx: Tx, shop: string, id: string, ranges: readonly CardRange[]): Promise<TakenCards[]> {
    const taken: TakenCards[] = [];
    for (const [digits, { start, end }] of hulls(ranges)) {
      const rows = await tx
        .selectFrom('activation_range as range')
        .innerJoin('operation', 'operation.id', 'range.activation_id')
        .innerJoin('activation', 'activation.id', 'range.activation_id')
        .innerJoin('person', 'person.id', 'activation.person_id')
        .select(['first as start', 'last as end', 'person.name as person', 'activation.created_at as at'])
        .where('range.shop', '=', shop)
        .where('digits', '=', digits)
        .where('last', '>=', start)
        .where('first', '<=', end)
        .where('range.activation_id', '<>', id)
        .where((row) =>
          row.or([
            row('range.state', 'in', ['sent', 'done', 'deactivating', ...UNANSWERED]),
            row.and([row('range.state', '=', 'waiting'), row('open', '=', 1)]),
          ]),
        )
        .execute();
      taken.push(...rows);
    }
    return taken;
  }

  /** @throws Overlap, which undoes everything */
  async function insert(tx: Tx, activation: NewActivation, fact: DatedFact<ActivationFact>): Promise<boolean> {
    const { id, shop, device, person, ranges } = activation;
    const operation = { id, shop, kind: 'activation', deviceId: device.id, lockHash: null, at: fact.at } as const;
    if (!(await operations.insert(tx, operation, { state: 'running', open: true, version: 1 }))) return false;
    const overlaps = overlapsWith(ranges, await takenNear(tx, shop, id, ranges));
    if (overlaps.length > 0) throw new Overlap(overlaps);
    await tx.insertInto('activation').values({ id, shop, device_id: device.id, person_id: person.id, created_at: fact.at }).execute();
    await tx
      .insertInto('activation_range')
      .values(
        ranges.map(({ start, end }, position) => {
          return { activation_id: id, position, shop, digits: start.length, first: start, last: end, state: 'waiting' };
        }),
      )
      .execute();
    await operations.write(tx, id, [fact]);
    return true;
  }

  async function begin(activation: NewActivation): Promise<ActivationBegun> {
    const fact: DatedFact<ActivationFact> = { at: clock.now(), fact: { kind: 'intent', server: serverId, ranges: [...activation.ranges] } };
    const begun = await orOverlap(
      exclusively(db, 'cards', async (tx) => ({ outcome: (await insert(tx, activation, fact)) ? ('new' as const) : ('known' as const) })),
    );
    if (begun.outcome === 'overlap') return begun;
    if (begun.outcome === 'new') return { outcome: 'new', activation: told(newRecord(activation, fact)) };
    const known = await recall(activation.id, activation);
    if (known.outcome === 'none') throw new Error('An id is taken by nothing');
    return known;
  }

  /** Moves the activation on, within the caller's transaction, and its ranges with it. */
  async function move(tx: Tx, activation: ActivationRecord, dated: DatedFact<ActivationFact>): Promise<ActivationStanding> {
    const { id, facts, standing } = activation;
    const next = activationStep(standing, dated);
    const place = { id, kind: 'activation', version: facts.length } as const;
    await operations.move(tx, place, { state: next.state, open: isActivationOpen(next.state) }, dated);
    for (const [state, positions] of changedRanges(standing.ranges, next.ranges)) {
      await tx.updateTable('activation_range').set({ state }).where('activation_id', '=', id).where('position', 'in', positions).execute();
    }
    return next;
  }

  const grown = (activation: ActivationRecord, dated: DatedFact<ActivationFact>, standing: ActivationStanding) =>
    told({ ...activation, facts: [...activation.facts, dated], standing });

  return {
    recall,
    begin,
    async append(activation, fact) {
      const dated = { at: clock.now(), fact };
      return grown(activation, dated, await db.transaction().execute((tx) => move(tx, activation, dated)));
    },
    async resume(activation, ranges, by) {
      const { id, shop, standing } = activation;
      const dated: DatedFact<ActivationFact> = { at: clock.now(), fact: { kind: 'resumed', server: serverId, ranges: [...ranges], by } };
      const resumed = await orOverlap(
        exclusively(db, 'cards', async (tx) => {
          const asked = ranges.flatMap((position) => standing.ranges[position] ?? []);
          const overlaps = overlapsWith(asked, await takenNear(tx, shop, id, asked));
          if (overlaps.length > 0) throw new Overlap(overlaps.map((met) => ({ ...met, range: ranges[met.range] ?? met.range })));
          const next = await move(tx, activation, dated);
          if (next.run !== standing.run) await tx.updateTable('operation').set({ owner: serverId }).where('id', '=', id).execute();
          return { outcome: 'resumed' as const, next };
        }),
      );
      return resumed.outcome === 'overlap' ? resumed : { ...resumed, activation: grown(activation, dated, resumed.next) };
    },
    async deactivate(activation, { range, by, note }) {
      const dated: DatedFact<ActivationFact> = { at: clock.now(), fact: { kind: 'deactivating', server: serverId, range, by, note } };
      const next = await db.transaction().execute(async (tx) => {
        const moved = await move(tx, activation, dated);
        await tx.updateTable('operation').set({ owner: serverId }).where('id', '=', activation.id).execute();
        return moved;
      });
      return grown(activation, dated, next);
    },
    read,
    async latestOf(shop, personId, count) {
      const mine = activations().where('activation.shop', '=', shop).where('person_id', '=', personId);
      return toRecords(await mine.orderBy('activation.created_at', 'desc').limit(count).execute());
    },
    async withUnknown(shop) {
      const unknown = db.selectFrom('activation_range').select('activation_id').where('shop', '=', shop).where('state', 'in', UNANSWERED);
      return toRecords(await activations().where('activation.id', 'in', unknown).orderBy('activation.created_at').execute());
    },
    adopt: (shop, alive) => operations.adopt(shop, 'activation', alive),
  };
}

/** What reading the activation back would give. */
function newRecord({ id, shop, device, person }: NewActivation, intent: DatedFact<ActivationFact>): ActivationRecord {
  const who = { device: { id: device.id, name: device.name }, person: { id: person.id, name: person.name } };
  return { id, shop, ...who, createdAt: intent.at, facts: [intent], standing: foldActivation([intent]) };
}

/** Rolls the transaction back. */
class Overlap extends Error {
  readonly overlaps: Overlapping['overlaps'];
  constructor(overlaps: Overlapping['overlaps']) {
    super('These cards are taken');
    this.overlaps = overlaps;
  }
}

async function orOverlap<T>(work: Promise<T>): Promise<T | Overlapping> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Overlap) return { outcome: 'overlap', overlaps: error.overlaps };
    throw error;
  }
}

/** Counts follow from both ends. */
function sameRanges(own: readonly CardRange[], asked: readonly CardRange[]): boolean {
  return (
    own.length === asked.length && own.every(({ start, end }, position) => start === asked[position]?.start && end === asked[position].end)
  );
}

/** From the first card to the last of all ranges, for each length of number. */
function hulls(ranges: readonly CardRange[]): Map<number, { start: string; end: string }> {
  const byLength = new Map<number, { start: string; end: string }>();
  for (const { start, end } of ranges) {
    const hull = byLength.get(start.length) ?? { start, end };
    byLength.set(start.length, { start: start < hull.start ? start : hull.start, end: end > hull.end ? end : hull.end });
  }
  return byLength;
}

/** Positions of the ranges that changed, by their new state. */
function changedRanges(before: readonly RangeStanding[], after: readonly RangeStanding[]): Map<string, number[]> {
  const changed = new Map<string, number[]>();
  for (const [position, { state }] of after.entries()) {
    if (before[position]?.state !== state) changed.set(state, [...(changed.get(state) ?? []), position]);
  }
  return changed;
}
