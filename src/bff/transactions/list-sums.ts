import { sql } from 'kysely';
import type { Scale } from '../../contract/chart-scale.ts';
import { dayPeriod } from '../../contract/shop-day.ts';
import type { TransactionFilter } from '../../contract/transaction.ts';
import type { Period } from '../issuer/port.ts';
import { dayNumber } from '../store/list-rows.ts';
import { createDaySums, type DayRange, type DaySums } from './day-sums.ts';
import { createLane } from './lane.ts';
import { fitting, type ListScope, rowsSeen, withinPeriod } from './list-query.ts';
import { assertAwaited } from './problems.ts';
import type { FittingGroup, RowGroup } from './totals.ts';

const DAY_MS = 24 * 60 * 60_000;
const HOUR_MS = 60 * 60_000;

export interface GroupsAsked {
  readonly period: Period;
  readonly scale: Scale;
  /** IANA name. */
  readonly timeZone: string;
  readonly filter: TransactionFilter;
  /** Aborted when nobody waits any more: what was not begun then is left out. */
  readonly signal?: AbortSignal | undefined;
}

/** All rows of a period added up as far as they are alike, and those of them that fit a filter. */
export interface Groups {
  readonly all: readonly RowGroup[];
  readonly fitting: readonly FittingGroup[];
}

/** The sums of the list. */
export interface ListSums {
  /** @throws Problem where nobody waits any more */
  of(scope: ListScope, asked: GroupsAsked): Promise<Groups>;
}

/**
 * Sums are asked for one after the other, so that whoever wants lines never finds every connection
 * busy with them. Those of whole days are kept as {@link createDaySums} says.
 */
export function createListSums(): ListSums {
  const lane = createLane();
  const kept = { whole: createDaySums<FoundGroup>(), narrow: createDaySums<FoundGroup>() };
  return {
    of: (scope, asked) => lane.run(() => groupsOf(scope, asked, kept), asked.signal),
  };
}

/** What the database adds up. Where it was not asked for shops and people, none are named. */
interface FoundGroup extends Omit<RowGroup, 'person'> {
  readonly person_id: string | null;
}

async function groupsOf(
  scope: ListScope,
  { period, scale, timeZone, filter, signal }: GroupsAsked,
  kept: Readonly<Record<'whole' | 'narrow', DaySums<FoundGroup>>>,
): Promise<Groups> {
  const days = scale.unit === 'day' ? wholeDays(period, timeZone) : null;
  const firstDay = dayNumber(scale.starts[0] ?? period.from, timeZone);
  const ask = (of: TransactionFilter, isNarrow: boolean) => {
    if (days === null)
      return foundIn(scope, withinPeriod(rowsSeen(scope), period), { scale, from: period.from, filter: of, isNarrow });
    const some = ({ first, last }: DayRange) => rowsSeen(scope).where('day', '>=', first).where('day', '<=', last);
    const from = period.from;
    return kept[isNarrow ? 'narrow' : 'whole'].of(scope, { days, filter: of, signal }, (range) =>
      foundIn(scope, some(range), { scale, from, filter: of, isNarrow }),
    );
  };
  const asGroup = ({ person_id, ...group }: FoundGroup): RowGroup => ({
    ...group,
    bar: scale.unit === 'day' && group.bar !== null ? group.bar - firstDay : group.bar,
    person: person_id === null ? null : (scope.people.get(person_id) ?? null),
  });
  const all = await ask({}, false);
  if (isOfGroups(filter)) {
    const some = all.filter(fits(scope, filter));
    return { all: all.map(asGroup), fitting: (filter.moved ? some.flatMap(movedIn) : some).map(asGroup) };
  }
  assertAwaited(signal);
  return { all: all.map(asGroup), fitting: (await ask(filter, true)).map(asGroup) };
}

interface Found {
  readonly scale: Scale;
  readonly from: number;
  readonly filter: TransactionFilter;
  /** Whether shops and people are left out: fewer groups, which are found sooner. */
  readonly isNarrow: boolean;
}

/**
 * Rows that fit a filter, added up in the database as far as they are alike.
 *
 * Whole days come out of one index, in its order, which is much faster than anything else.
 */
function foundIn(
  scope: ListScope,
  rows: ReturnType<typeof rowsSeen>,
  { scale, from, filter, isNarrow }: Found,
): Promise<FoundGroup[]> {
  const first = scale.starts[0] ?? from;
  const bar = scale.unit === 'day' ? sql<number>`day` : sql<number>`(at - ${sql.lit(first)}) / ${sql.lit(HOUR_MS)}`;
  const mid = isNarrow ? sql<string>`''` : sql.ref<string>('mid');
  const person = isNarrow ? sql<string | null>`null` : sql.ref<string | null>('person_id');
  return (
    fitting(rows, scope, filter)
      .select([bar.as('bar'), 'type', 'status', 'currency', mid.as('mid'), person.as('person_id')])
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.count<number>('amount').as('named')])
      /* What PostgreSQL adds up has a type of its own, which would come as text. */
      .select([
        sql<number>`coalesce(cast(sum(amount) as bigint), 0)`.as('amount'),
        sql<number>`cast(sum(paired) as bigint)`.as('paired'),
      ])
      .groupBy([sql.ref('bar'), 'type', 'status', 'currency'])
      .$if(!isNarrow, (groups) => groups.groupBy(['mid', 'person_id']))
      .execute()
  );
}

/** Whether a filter asks for nothing but what all rows of a group have in common. */
function isOfGroups({ last4, tag, min, max, receiptNo, entry }: TransactionFilter): boolean {
  return [last4, tag, min, max, receiptNo, entry].every((asked) => asked === undefined);
}

/** What of a group moved something: see `moved` of the filter. */
function movedIn(group: FoundGroup): FoundGroup[] {
  if (group.type === 'authorization') return [];
  if (group.type !== 'other') return [group];
  return group.named === 0 ? [] : [{ ...group, count: group.named }];
}

function fits({ people }: ListScope, { type, status, mid, person }: TransactionFilter) {
  const isBy = (id: string | null) => (person === '' ? id === null : id !== null && people.get(id) === person);
  return (group: FoundGroup): boolean =>
    (type === undefined || group.type === type) &&
    (status === undefined || group.status === status) &&
    (mid === undefined || group.mid === mid) &&
    (person === undefined || isBy(group.person_id));
}

/** The days of which a period consists; null where it cuts one. */
function wholeDays({ from, to }: Period, timeZone: string): DayRange | null {
  const first = dayNumber(from, timeZone);
  const last = dayNumber(to, timeZone);
  const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);
  const isWhole = dayPeriod(dateOf(first), timeZone).from === from && dayPeriod(dateOf(last), timeZone).to === to;
  return isWhole ? { first, last } : null;
}
