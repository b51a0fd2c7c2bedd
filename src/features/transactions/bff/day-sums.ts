import { settledDays } from '../../../bff/platform/store/list-rows.ts';
import { MIDNIGHT } from '../../../contract/platform/shop-day.ts';
import type { TransactionFilter } from '../contract/transaction.ts';
import { FILTERS_MAX, GROUPS_MAX } from './limits.ts';
import type { ListScope } from './list-query.ts';
import { assertAwaited } from './problems.ts';

/** Days of the shop as the list counts them, inclusive. */
export interface DayRange {
  readonly first: number;
  readonly last: number;
}

export interface DaySumsQuery {
  readonly days: DayRange;
  /** Time when the shop's days begin, `HH:MM`. */
  readonly dayBegins: string;
  readonly filter: TransactionFilter;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sums of whole days. Sums of past days are cached, and calculated again only if a row of the day
 * has changed.
 */
export interface DaySums<G extends { readonly bar: number | null }> {
  /**
   * @param readSums adds up the rows of some days; the bar of a group is its day
   * @param signal once it is aborted, no further days are added up
   * @throws Problem once the caller has aborted
   */
  of(
    scope: Pick<ListScope, 'reads' | 'shop' | 'mid' | 'onlyActivations'>,
    query: DaySumsQuery,
    readSums: (days: DayRange) => Promise<readonly G[]>,
  ): Promise<G[]>;
}

/** Days per query, so that a caller with a new request does not wait for a whole year. */
const DAYS_PER_QUERY = 92;

interface StoredDay<G> {
  readonly version: string;
  readonly groups: readonly G[];
}

export function createDaySums<G extends { readonly bar: number | null }>(): DaySums<G> {
  /* Cached sums by filter, the most recently used last. */
  const stored = new Map<string, Map<number, StoredDay<G>>>();

  function storedDays(name: string): Map<number, StoredDay<G>> {
    const days = stored.get(name) ?? new Map<number, StoredDay<G>>();
    stored.delete(name);
    stored.set(name, days);
    return days;
  }

  function forget(): void {
    const sizes = [...stored.values()].map((days) =>
      [...days.values()].reduce((sum, { groups }) => sum + groups.length + 1, 0),
    );
    let groups = sizes.reduce((sum, size) => sum + size, 0);
    for (const [index, oldest] of [...stored.keys()].entries()) {
      if (stored.size <= FILTERS_MAX && groups <= GROUPS_MAX) return;
      groups -= sizes[index] ?? 0;
      stored.delete(oldest);
    }
  }

  return {
    async of({ reads, shop, mid, onlyActivations }, { days: { first, last }, dayBegins, filter, signal }, readSums) {
      /* Read before the rows: a change in between is included in the sum, and stored with a version
         that is not current. */
      const isCalendar = dayBegins === MIDNIGHT;
      const { before, versions } = await settledDays(reads, shop, { first, last: isCalendar ? last : last + 1 });
      const days = storedDays(JSON.stringify([mid, onlyActivations, dayBegins, filter]));
      /* A day that begins later has rows of two calendar days. */
      const versionOf = (day: number) =>
        [day, ...(isCalendar ? [] : [day + 1])].map((one) => versions.get(one) ?? 0).join(' ');
      const isStored = (day: number) => day < before && days.get(day)?.version === versionOf(day);
      const found: G[] = [];
      for (let day = first; day <= last; day += 1) if (isStored(day)) found.push(...(days.get(day)?.groups ?? []));
      for (const some of rangesOf({ first, last }, (day) => !isStored(day))) {
        assertAwaited(signal);
        const groups = await readSums(some);
        found.push(...groups);
        for (let day = some.first; day <= some.last && day < before; day += 1) {
          days.set(day, { version: versionOf(day), groups: groups.filter(({ bar }) => bar === day) });
        }
      }
      forget();
      return found;
    },
  };
}

/** Groups the wanted days of a range into consecutive ranges of at most {@link DAYS_PER_QUERY}. */
function rangesOf({ first, last }: DayRange, isIncluded: (day: number) => boolean): DayRange[] {
  const ranges: DayRange[] = [];
  for (let day = first; day <= last; day += 1) {
    if (!isIncluded(day)) continue;
    const end = ranges.at(-1);
    if (end?.last === day - 1 && day - end.first < DAYS_PER_QUERY)
      ranges[ranges.length - 1] = { first: end.first, last: day };
    else ranges.push({ first: day, last: day });
  }
  return ranges;
}
