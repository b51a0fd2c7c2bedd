import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMirrorTable } from '../../../bff/issuer/mirror/mirror-table.ts';
import { toMirrorRow, voucherHash } from '../../../bff/issuer/mirror/row.ts';
import type { IssuerTransaction } from '../../../bff/issuer/port.ts';
import { dayPeriod } from '../../../contract/platform/shop-day.ts';
import { KEYS } from '../../../testing/databases/mirror-kit.ts';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../../testing/databases/stores.ts';
import { OWN_MID, rowAt } from '../../../testing/issuer/row-search.ts';
import { listOwner, makeShop, SHOP, whose } from '../../../testing/rigs/shops.ts';
import { chartBucketsOf } from '../contract/chart-buckets.ts';
import type { Transaction, TransactionFilter } from '../contract/transaction.ts';
import { SORT_KEYS, type Sort } from '../contract/transaction-list.ts';
import { fitsFilter, sumsOf } from '../contract/transaction-sums.ts';
import { linesOf } from './lines.ts';
import { positionText, readListPosition } from './list-position.ts';
import { type ListScope, pageOfRows } from './list-query.ts';
import { createListSums } from './list-sums.ts';
import { personGroups, personPage } from './person-list.ts';
import { totalsOf } from './totals.ts';

const listedOperations = () => Promise.resolve([]);

const TIME_ZONE = 'Asia/Singapore';
const DAY_MS = 86_400_000;
/** Midnight in Singapore. */
const FROM = Date.parse('2026-11-09T16:00:00Z');
const WEEK = { from: FROM, to: FROM + 7 * DAY_MS - 1 };
const REFS = ['1000000050', '7KQ2M9XW4ZP3', 'aa_%0050', '99000051'];

const STATUSES = [
  { rawStatus: 'Succeeded', status: 'succeeded' },
  { rawStatus: 'Processing', status: 'pending' },
  { rawStatus: 'Failed', status: 'failed' },
  { rawStatus: 'Pondering', status: 'unknown' },
  { rawStatus: 'Reversed', status: 'reversed' },
] as const;

/**
 * Rows of a week in every kind; no two of them are one redemption, so that each is its own line.
 */
function someRows(): IssuerTransaction[] {
  return Array.from({ length: 400 }, (_, index) => {
    const pick = <T>(of: readonly T[], step: number): T => of[Math.floor(index / step) % of.length] as T;
    const ref = pick(REFS, 3);
    return rowAt(FROM + Math.round((((index * 7919) % 1_000) / 1_000) * (WEEK.to - FROM)), `id${index}`, {
      type: pick(['capture', 'refund', 'other'], 1),
      ...pick(STATUSES, 2),
      mid: pick([OWN_MID, OWN_MID, '', 'another'], 5),
      amount: pick([100, 250, 250, null, 99_999, 0], 1),
      currency: pick(['SGD', 'MYR', ''], 7),
      vouchers: index % 11 === 0 ? [] : [voucher(ref), ...(index % 5 === 0 ? [voucher('88887777')] : [])],
    });
  });
}

const voucher = (ref: string) => ({ ref, usingValue: null, productCode: null, productLabel: 'Gift', actions: [] });

const filters: fc.Arbitrary<TransactionFilter> = fc.record(
  {
    type: fc.constantFrom('capture' as const, 'refund' as const, 'other' as const, 'authorization' as const),
    moved: fc.constant(true as const),
    status: fc.constantFrom(...STATUSES.map(({ status }) => status)),
    mid: fc.constantFrom(OWN_MID, '', 'another'),
    min: fc.constantFrom(0, 101, 250),
    max: fc.constantFrom(100, 250, 1_000_000),
    last4: fc.constantFrom('0050', '50', '4zp3', '%', '_', '777', 'zzzz'),
    tag: fc.constantFrom(...REFS.map((ref) => voucherHash(KEYS, ref))),
    person: fc.constantFrom('', 'Ana', 'Nobody'),
  },
  { requiredKeys: [] },
);
const sorts: fc.Arbitrary<Sort> = fc.record({ key: fc.constantFrom(...SORT_KEYS), down: fc.boolean() });

onStores([SQLITE, POSTGRES], (kind) => {
  describe('the list as a database query', () => {
    let store: TestStore;
    let scope: ListScope;
    /** The rows that the shop may see, one by one. */
    let seen: Transaction[];
    const ask = {
      period: WEEK,
      filter: {},
      sort: { key: 'at', down: true },
      after: null,
      skip: 0,
      take: 1_000,
    } as const;
    const lines = async (asked: Partial<Parameters<typeof pageOfRows>[1]>) =>
      linesOf({ ...scope, listedOperations }, await pageOfRows(scope, { ...ask, ...asked }));

    beforeAll(async () => {
      store = await kind.open();
      await makeShop(store.db);
      await createMirrorTable(store.db, whose().account, [{ ...listOwner(OWN_MID), timeZone: TIME_ZONE }]).save(
        someRows().map((row) => toMirrorRow(KEYS, row, [OWN_MID])),
        1,
      );
      scope = { reads: store.db, shop: SHOP, mid: OWN_MID, people: new Map([['p1', 'Ana']]), onlyActivations: false };
      seen = (await lines({})).map(({ row }) => row);
    });
    afterAll(() => store.close());

    it('contains the rows of the shop itself, and those without a shop', () => {
      expect(seen.length).toBe(someRows().filter(({ mid }) => mid !== 'another').length);
    });

    it('returns the same pages as a scan of all rows, for every filter and order', async () => {
      await fc.assert(
        fc.asyncProperty(
          filters,
          sorts,
          fc.constantFrom(7, 100),
          fc.constantFrom(0, 3),
          async (filter, sort, take, skip) => {
            const wanted = personPage(seen, { filter, sort, after: undefined, skip: 0, take: 1_000 }).lines.map(
              ({ row }) => row,
            );
            const first = await pageOfRows(scope, { ...ask, filter, sort, take });
            const last = first.at(-1);
            const after = last ? readListPosition(positionText(last)) : null;
            const second = await pageOfRows(scope, { ...ask, filter, sort, take, after, skip });
            const place = ({ id }: { readonly id: string }) => wanted.findIndex((row) => row.id === id);
            const expectAlike = (found: readonly { readonly id: string }[], from: number) => {
              const there = wanted.slice(from, from + take);
              expect(found.map(({ id }) => valueOf(wanted[place({ id })], sort))).toEqual(
                there.map((row) => valueOf(row, sort)),
              );
              if (sort.key !== 'at') expect(found.map(({ id }) => id)).toEqual(there.map(({ id }) => id));
            };
            expectAlike(first, 0);
            if (last) expectAlike(second, take + skip);
            const end = await pageOfRows(scope, { ...ask, filter, sort, take, skip, fromEnd: true });
            const start = Math.max(0, wanted.length - skip - take);
            expect(end.map((row) => valueOf(wanted[place(row)], sort))).toEqual(
              wanted.slice(start, Math.max(0, wanted.length - skip)).map((row) => valueOf(row, sort)),
            );
          },
        ),
        { numRuns: kind === SQLITE ? 150 : 40 },
      );
    });

    it.each(['00:00', '04:00'])(
      'returns the same totals as a scan of all rows for every filter, if days begin at %s',
      async (dayBegins) => {
        const days = { timeZone: TIME_ZONE, dayBegins };
        const week = { from: dayPeriod('2026-11-10', days).from, to: dayPeriod('2026-11-16', days).to };
        const short = { from: FROM, to: FROM + 2 * DAY_MS - 1 };
        const cut = { from: FROM + 1_000_000, to: FROM + 5 * DAY_MS };
        const sums = createListSums();
        await fc.assert(
          fc.asyncProperty(filters, fc.constantFrom(week, short, cut), async (filter, period) => {
            const shown = chartBucketsOf(period, days);
            const inside = seen.filter(
              ({ at }) => Date.parse(at ?? '') >= period.from && Date.parse(at ?? '') <= period.to,
            );
            const asked = { period, scale: shown, days };
            const { all, fitting } = await sums.of(scope, { ...asked, filter });
            const totals = totalsOf(all, fitting, filter, shown);
            expect(totals).toEqual(
              totalsOf(personGroups(inside, {}, shown), personGroups(inside, filter, shown), filter, shown),
            );
            expect(totals.sums).toEqual(sumsOf(inside.filter((row) => fitsFilter(row, filter))));
          }),
          { numRuns: kind === SQLITE ? 100 : 30 },
        );
      },
    );

    it('refuses a page after an invalid position', () => {
      for (const text of ['', 'x', Buffer.from('[1]').toString('base64url')])
        expect(() => readListPosition(text)).toThrow('after');
    });
  });

  describe('a capture and its authorization', () => {
    let store: TestStore;
    let save: (...rows: IssuerTransaction[]) => Promise<void>;
    let scope: ListScope;
    beforeAll(async () => {
      store = await kind.open();
      await makeShop(store.db);
      const table = createMirrorTable(store.db, whose().account, [{ ...listOwner(OWN_MID), timeZone: TIME_ZONE }]);
      save = (...rows) =>
        table.save(
          rows.map((row) => toMirrorRow(KEYS, row, [OWN_MID])),
          1,
        );
      scope = { reads: store.db, shop: SHOP, mid: OWN_MID, people: new Map(), onlyActivations: false };
    });
    afterAll(() => store.close());
    const half = (id: string, type: 'capture' | 'authorization', at: number, amount = 500) =>
      rowAt(FROM + at, id, { type, amount });
    const shown = async (filter: TransactionFilter = {}) => {
      const found = await pageOfRows(scope, {
        period: WEEK,
        filter,
        sort: { key: 'at', down: false },
        after: null,
        skip: 0,
        take: 50,
      });
      return (await linesOf({ ...scope, listedOperations }, found)).map(({ row, authorization }) => [
        row.id,
        authorization?.id ?? null,
      ]);
    };

    it('are one line, whichever was read first', async () => {
      await save(half('c1', 'capture', 10_000));
      expect(await shown()).toEqual([['c1', null]]);
      await save(half('a1', 'authorization', 9_000));
      await save(half('a2', 'authorization', 400_000), half('c2', 'capture', 401_000));
      expect(await shown()).toEqual([
        ['c1', 'a1'],
        ['c2', 'a2'],
      ]);
      expect(await shown({ type: 'authorization' })).toEqual([
        ['c1', 'a1'],
        ['c2', 'a2'],
      ]);
    });

    it('are separated if a better match arrives', async () => {
      await save(half('c3', 'capture', 900_000, 700), half('a3', 'authorization', 880_000, 100));
      expect(await shown()).toContainEqual(['c3', 'a3']);
      await save(half('a4', 'authorization', 890_000, 700));
      expect(await shown()).toEqual(
        expect.arrayContaining([
          ['c3', 'a4'],
          ['a3', null],
        ]),
      );
    });
  });
});

function valueOf(row: Transaction | undefined, { key }: Sort): unknown {
  if (row === undefined) return 'not there';
  if (key === 'at') return row.at;
  return key === 'amount'
    ? row.amount
    : key === 'person'
      ? (row.by?.person ?? null)
      : key === 'voucher'
        ? row.vouchers.map(({ last4 }) => last4)
        : row[key];
}
