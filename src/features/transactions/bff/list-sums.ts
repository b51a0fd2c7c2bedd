import { type RawBuilder, sql } from 'kysely';
import type { Period } from '../../../bff/issuer/port.ts';
import { type DayTerms, dayPeriod, MIDNIGHT, shopDate } from '../../../contract/platform/shop-day.ts';
import type { ChartBuckets } from '../contract/chart-buckets.ts';
import type { TransactionFilter } from '../contract/transaction.ts';
import { createDaySums, type DayRange, type DaySums } from './day-sums.ts';
import { createLane } from './lane.ts';
import { type ListScope, rowsFitting, rowsSeen, withinPeriod } from './list-query.ts';
import { assertAwaited } from './problems.ts';
import type { FittingGroup, RowGroup } from './totals.ts';

const DAY_MS = 24 * 60 * 60_000;
const HOUR_MS = 60 * 60_000;

export interface GroupsQuery {
  readonly period: Period;
  readonly scale: ChartBuckets;
  readonly days: DayTerms;
  readonly filter: TransactionFilter;
  /** Aborted when the caller no longer waits: work that has not begun is skipped. */
  readonly signal?: AbortSignal | undefined;
}

/** All rows of a period in groups of equal rows, and those that match a filter. */
export interface Groups {
  readonly all: readonly RowGroup[];
  readonly fitting: readonly FittingGroup[];
}

export interface ListSums {
  /** @throws Problem if the caller has aborted */
  of(scope: ListScope, query: GroupsQuery): Promise<Groups>;
}

/**
 * Creates the sums of the list. They are calculated one after the other, so that queries for lines
 * always find a free connection. Sums of whole days are cached by {@link createDaySums}.
 */
export function createListSums(): ListSums {
  const lane = createLane();
  const stored = { whole: createDaySums<FoundGroup>(), narrow: createDaySums<FoundGroup>() };
  return {
    of: (scope, query) => lane.run(() => groupsOf(scope, query, stored), query.signal),
  };
}

/** The database's result. Shops and people are only included if requested. */
interface FoundGroup extends Omit<RowGroup, 'person'> {
  readonly person_id: string | null;
}

async function groupsOf(
  scope: ListScope,
  { period, scale, days: terms, filter, signal }: GroupsQuery,
  stored: Readonly<Record<'whole' | 'narrow', DaySums<FoundGroup>>>,
): Promise<Groups> {
  const days = { first: dayNumber(shopDate(period.from, terms)), last: dayNumber(shopDate(period.to, terms)) };
  const firstDay = dayNumber(shopDate(scale.starts[0] ?? period.from, terms));
  const isFullDays = periodOf(days.first, terms).from === period.from && periodOf(days.last, terms).to === period.to;
  const readGroups = (of: TransactionFilter, isNarrow: boolean) => {
    if (scale.unit === 'hour') {
      const bar = sql<number>`(at - ${sql.lit(scale.starts[0] ?? period.from)}) / ${sql.lit(HOUR_MS)}`;
      return foundIn(scope, withinPeriod(rowsSeen(scope), period), { bar, filter: of, isNarrow });
    }
    const onDays = (range: DayRange) =>
      foundOnDays(scope, { range, cut: isFullDays ? null : period, terms }, { filter: of, isNarrow });
    const { dayBegins } = terms;
    return isFullDays
      ? stored[isNarrow ? 'narrow' : 'whole'].of(scope, { days, dayBegins, filter: of, signal }, onDays)
      : onDays(days);
  };
  const asGroup = ({ person_id, ...group }: FoundGroup): RowGroup => ({
    ...group,
    bar: scale.unit === 'day' && group.bar !== null ? group.bar - firstDay : group.bar,
    person: person_id === null ? null : (scope.people.get(person_id) ?? null),
  });
  const all = await readGroups({}, false);
  if (isOfGroups(filter)) {
    const some = all.filter(fits(scope, filter));
    return { all: all.map(asGroup), fitting: (filter.moved ? some.flatMap(movedIn) : some).map(asGroup) };
  }
  assertAwaited(signal);
  return { all: all.map(asGroup), fitting: (await readGroups(filter, true)).map(asGroup) };
}

interface FoundGroups {
  readonly bar: RawBuilder<number>;
  readonly filter: TransactionFilter;
  /** True to leave out shops and people: this gives fewer groups, faster. */
  readonly isNarrow: boolean;
}

interface SomeDays {
  readonly range: DayRange;
  /** The period that cuts off part of the first or the last day; null for whole days. */
  readonly cut: Period | null;
  readonly terms: DayTerms;
}

/**
 * Adds up the rows of each day; the number of the day is the bar. Calendar days are read from one
 * index, which is much faster.
 */
function foundOnDays(
  scope: ListScope,
  { range, cut, terms }: SomeDays,
  how: Pick<FoundGroups, 'filter' | 'isNarrow'>,
): Promise<FoundGroup[]> {
  const { first, last } = range;
  const rows = cut === null ? rowsSeen(scope) : withinPeriod(rowsSeen(scope), cut);
  if (terms.dayBegins === MIDNIGHT)
    return foundIn(scope, rows.where('day', '>=', first).where('day', '<=', last), { bar: sql`day`, ...how });
  const period = { from: periodOf(first, terms).from, to: periodOf(last, terms).to };
  return foundIn(scope, withinPeriod(rows, period), { bar: dayByTime(range, terms), ...how });
}

/** An SQL expression for the day of a row, by binary search. */
function dayByTime({ first, last }: DayRange, terms: DayTerms): RawBuilder<number> {
  if (first === last) return sql`${sql.lit(first)}`;
  const middle = Math.ceil((first + last) / 2);
  return sql`case when at < ${sql.lit(periodOf(middle, terms).from)}
    then ${dayByTime({ first, last: middle - 1 }, terms)} else ${dayByTime({ first: middle, last }, terms)} end`;
}

/** Groups equal rows that match a filter, in the database. */
function foundIn(
  scope: ListScope,
  rows: ReturnType<typeof rowsSeen>,
  { bar, filter, isNarrow }: FoundGroups,
): Promise<FoundGroup[]> {
  const mid = isNarrow ? sql<string>`''` : sql.ref<string>('mid');
  const person = isNarrow ? sql<string | null>`null` : sql.ref<string | null>('person_id');
  return (
    rowsFitting(rows, scope, filter)
      .select([bar.as('bar'), 'type', 'status', 'currency', mid.as('mid'), person.as('person_id')])
      .select(({ fn }) => [fn.countAll<number>().as('count')])
      /* Some issuers write 0 for a check, which has no amount. */
      .select([sql<number>`count(case when type = 'other' then nullif(amount, 0) else amount end)`.as('named')])
      /* PostgreSQL's sums have a type that would be returned as text. */
      .select([
        sql<number>`coalesce(cast(sum(amount) as bigint), 0)`.as('amount'),
        sql<number>`cast(sum(paired) as bigint)`.as('paired'),
      ])
      .groupBy([sql.ref('bar'), 'type', 'status', 'currency'])
      .$if(!isNarrow, (groups) => groups.groupBy(['mid', 'person_id']))
      .execute()
  );
}

/** True if a filter uses only fields that all rows of a group share. */
function isOfGroups({ last4, tag, min, max, receiptNo, entry }: TransactionFilter): boolean {
  return [last4, tag, min, max, receiptNo, entry].every((each) => each === undefined);
}

/** Returns the part of a group that moved money: see `moved` of the filter. */
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

/** The number of a date, counted from 1970-01-01. */
const dayNumber = (date: string) => Date.parse(date) / DAY_MS;

const periodOf = (day: number, terms: DayTerms) => dayPeriod(new Date(day * DAY_MS).toISOString().slice(0, 10), terms);
