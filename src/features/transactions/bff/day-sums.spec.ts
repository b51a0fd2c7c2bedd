import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayNumber, dropListRows, insertListRows, type ListRow } from '../../../bff/platform/store/list-rows.ts';
import { dayPeriod, shopDate } from '../../../contract/platform/shop-day.ts';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../../testing/databases/stores.ts';
import { SHOP } from '../../../testing/rigs/shops.ts';
import { chartBucketsOf } from '../contract/chart-buckets.ts';
import type { TransactionFilter } from '../contract/transaction.ts';
import { createDaySums, type DayRange } from './day-sums.ts';
import type { ListScope } from './list-query.ts';
import { createListSums } from './list-sums.ts';
import type { FittingGroup } from './totals.ts';

const DAY_MS = 86_400_000;
const TIME_ZONE = 'Asia/Singapore';
/** By the clock of the database, which decides which days are settled. */
const NOW = Date.now();
/** Midnights in Singapore. */
const FROM = Math.floor((NOW - 200 * DAY_MS) / DAY_MS) * DAY_MS - 8 * 3_600_000;
const SPAN = { from: FROM, to: FROM + 203 * DAY_MS - 1 };

/** A row is put, again or for the first time, or taken away. */
const steps = fc.record({
  row: fc.nat(12),
  isTaken: fc.constantFrom(true, false, false),
  amount: fc.nat(1_000),
  claimed: fc.constantFrom(0, 1),
  daysAgo: fc.oneof(fc.nat(8), fc.integer({ min: 100, max: 105 })),
});

const rowOf = (id: string, at: number, amount: number, change: Partial<ListRow> = {}): ListRow => ({
  id,
  at,
  day: dayNumber(at, TIME_ZONE),
  type: 'capture',
  status: 'succeeded',
  mid: 'own',
  currency: 'SGD',
  amount,
  tails: ' 1234 ',
  person_id: null,
  claimed: 0,
  paired: 0,
  pair_key: null,
  pair_id: null,
  ...change,
});

onStores([SQLITE, POSTGRES], (kind) => {
  describe('sums of whole days', () => {
    let store: TestStore;
    let scope: ListScope;
    const put = (...rows: ListRow[]) => store.db.transaction().execute((tx) => insertListRows(tx, SHOP, rows));
    beforeAll(async () => {
      store = await kind.open();
      scope = { reads: store.db, shop: SHOP, mid: 'own', people: new Map([['p1', 'Ana']]), onlyActivations: false };
    });
    afterAll(() => store.close());

    it.each(['00:00', '04:00'])(
      'equal a full calculation after any change of the rows, if days begin at %s',
      async (dayBegins) => {
        const terms = { timeZone: TIME_ZONE, dayBegins };
        const span = {
          from: dayPeriod(shopDate(SPAN.from, terms), terms).from,
          to: dayPeriod(shopDate(SPAN.to, terms), terms).to,
        };
        const kept = createListSums();
        const asked = { period: span, scale: chartBucketsOf(span, terms), days: terms };
        const check = async (filter: TransactionFilter) => {
          const fresh = await createListSums().of(scope, { ...asked, filter });
          const { all, fitting } = await kept.of(scope, { ...asked, filter });
          expect(sorted(all)).toEqual(sorted(fresh.all));
          expect(sorted(fitting)).toEqual(sorted(fresh.fitting));
        };
        await fc.assert(
          fc.asyncProperty(fc.array(steps, { minLength: 10, maxLength: 20 }), async (changes) => {
            for (const { row, isTaken, amount, claimed, daysAgo } of changes) {
              const id = `row${row}`;
              const claim = { claimed, person_id: claimed === 1 ? 'p1' : null };
              if (isTaken) await dropListRows(store.db, [SHOP], [id]);
              else await put(rowOf(id, NOW - daysAgo * DAY_MS, amount, claim));
              for (const filter of [{}, { min: 300 }, { person: 'Ana' }]) await check(filter);
            }
          }),
          { numRuns: dayBegins === '00:00' ? 4 : 2 },
        );
      },
    );

    it('are computed again for changed days, and always for the last days', async () => {
      const days = { first: dayNumber(FROM, TIME_ZONE), last: dayNumber(NOW, TIME_ZONE) };
      const sums = createDaySums<{ bar: number | null }>();
      const askedAgain = async () => {
        const ranges: DayRange[] = [];
        await sums.of(scope, { days, dayBegins: '00:00', filter: {} }, (range) =>
          Promise.resolve(void ranges.push(range)).then(() => []),
        );
        return ranges;
      };
      const all = await askedAgain();
      expect(all[0]?.first).toBe(days.first);
      expect(all.length).toBeGreaterThan(1);
      const [young] = await askedAgain();
      expect(young?.last).toBe(days.last);
      expect(days.last - (young?.first ?? 0)).toBeLessThanOrEqual(5);
      await put(rowOf('late', FROM + 3 * DAY_MS, 100));
      expect(await askedAgain()).toEqual([{ first: days.first + 3, last: days.first + 3 }, young]);
      await put(rowOf('late', FROM + 5 * DAY_MS, 100));
      expect((await askedAgain()).map(({ first }) => first - days.first)).toEqual([
        3,
        5,
        (young?.first ?? 0) - days.first,
      ]);
      await put(rowOf('new', NOW, 100));
      expect(await askedAgain()).toEqual([young]);
    });

    it('are stopped once no caller waits', async () => {
      const days = { first: dayNumber(FROM, TIME_ZONE), last: dayNumber(FROM + 200 * DAY_MS, TIME_ZONE) };
      const gone = new AbortController();
      const ranges: DayRange[] = [];
      const asking = createDaySums<{ bar: number | null }>().of(
        scope,
        { days, dayBegins: '00:00', filter: {}, signal: gone.signal },
        (range) => {
          ranges.push(range);
          gone.abort();
          return Promise.resolve([]);
        },
      );
      await expect(asking).rejects.toThrow('The request was withdrawn');
      expect(ranges).toHaveLength(1);
    });
  });
});

function sorted(groups: readonly FittingGroup[]): string[] {
  const names = (group: FittingGroup) => Object.keys(group).toSorted((a, b) => a.localeCompare(b));
  return groups.map((group) => JSON.stringify(group, names(group))).toSorted((a, b) => a.localeCompare(b));
}
