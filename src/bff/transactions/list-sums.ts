import { sql } from 'kysely';
import type { Scale } from '../../contract/chart-scale.ts';
import { dayPeriod } from '../../contract/shop-day.ts';
import type { TransactionFilter } from '../../contract/transaction.ts';
import type { Period } from '../issuer/port.ts';
import { dayNumber } from '../store/list-rows.ts';
import { fitting, type ListScope, rowsSeen, within } from './list-query.ts';
import type { Group } from './totals.ts';

const DAY_MS = 24 * 60 * 60_000;
const HOUR_MS = 60 * 60_000;

export interface GroupsAsked {
  readonly period: Period;
  readonly scale: Scale;
  /** IANA name. */
  readonly timeZone: string;
  readonly filter: TransactionFilter;
}

/** The rows of a period that fit a filter, added up in the database as far as they are alike. Whole days come out of one index, which is much faster than anything else. */
export async function groupsOf(scope: ListScope, { period, scale, timeZone, filter }: GroupsAsked): Promise<Group[]> {
  const first = scale.starts[0] ?? period.from;
  const firstDay = dayNumber(first, timeZone);
  const days = scale.unit === 'day' ? wholeDays(period, timeZone) : null;
  const rows = days ? rowsSeen(scope).where('day', '>=', days.first).where('day', '<=', days.last) : within(rowsSeen(scope), period);
  const bar = scale.unit === 'day' ? sql<number>`day` : sql<number>`(at - ${sql.lit(first)}) / ${sql.lit(HOUR_MS)}`;
  const found = await fitting(rows, scope, filter)
    .select([bar.as('bar'), 'type', 'status', 'currency', 'mid', 'person_id'])
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.count<number>('amount').as('named')])
    /* What PostgreSQL adds up has a type of its own, which would come as text. */
    .select([sql<number | null>`cast(sum(amount) as bigint)`.as('amount'), sql<number>`cast(sum(paired) as bigint)`.as('paired')])
    .groupBy([sql.ref('bar'), 'type', 'status', 'currency', 'mid', 'person_id'])
    .execute();
  return found.map(({ person_id, amount, ...group }) => ({
    ...group,
    bar: scale.unit === 'day' ? group.bar - firstDay : group.bar,
    amount: amount ?? 0,
    person: person_id === null ? null : (scope.people.get(person_id) ?? null),
  }));
}

/** The days of which a period consists; null where it cuts one. */
function wholeDays({ from, to }: Period, timeZone: string): { readonly first: number; readonly last: number } | null {
  const [first, last] = [dayNumber(from, timeZone), dayNumber(to, timeZone)];
  const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);
  const isWhole = dayPeriod(dateOf(first), timeZone).from === from && dayPeriod(dateOf(last), timeZone).to === to;
  return isWhole ? { first, last } : null;
}
