import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { readSettings } from '../../../bff/access/settings/stored-settings.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import { storedTermsSchema } from '../../../bff/platform/config/stored-shops.ts';
import { acrossShops } from '../../../bff/platform/store/across-shops.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import { addDays, type DayTerms, dayPeriod, MIDNIGHT, shopDate } from '../../../contract/platform/shop-day.ts';
import { COUNTED_STATUSES } from '../../../contract/redemption/row-status.ts';
import { CHAIN_DAYS_MAX } from '../contract/limits.ts';
import type { ShopOverview } from '../contract/overview.ts';
import { QUARTER_MS } from './limits.ts';

const DAY_MS = 86_400_000;
const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
const dateOf = (number: number) => new Date(number * DAY_MS).toISOString().slice(0, 10);

/** Days as `YYYY-MM-DD`, both included. */
export interface ChainDays {
  readonly from: string;
  readonly to: string;
}

export interface ChainOverviewDeps extends Pick<Ports, 'reads'> {
  /** IANA name, for the shop of the settings. */
  readonly timeZone: string;
}

export type ShopSums = Omit<ShopOverview, 'openCases' | 'incomplete'>;

/**
 * Returns all shops by name, each with the sums of its own days. A capture or refund belongs to the
 * shop that it names, or whose journal explains it, as in the shop's list of transactions.
 */
export async function chainOverview({ reads, timeZone }: ChainOverviewDeps, days: ChainDays): Promise<ShopSums[]> {
  const db = acrossShops(reads);
  const shops = await db.selectFrom('shop').select(['id', 'name', 'terms']).orderBy('name').execute();
  const terms = await Promise.all(
    shops.map(async ({ id, terms: own }) => ({
      id,
      timeZone: own === null ? timeZone : storedTermsSchema.parse(JSON.parse(own)).timeZone,
      dayBegins: (await readSettings(db, id)).dayBegins,
    })),
  );
  const [calendar, later] = [
    terms.filter(({ dayBegins }) => dayBegins === MIDNIGHT),
    terms.filter(({ dayBegins }) => dayBegins !== MIDNIGHT),
  ];
  const [sums, tills] = await Promise.all([
    Promise.all([
      ...(calendar.length === 0 ? [] : [calendarSums(db, calendar, days)]),
      ...later.map((shop) => laterSums(db, shop, days)),
    ]).then((found) => found.flat()),
    db
      .selectFrom('uncounted_fact')
      .select(['shop', ({ fn }) => fn.count<number>('device_id').distinct().as('count')])
      .where('begins', '=', 1)
      .groupBy('shop')
      .execute(),
  ]);
  const dates = datesOf(days);
  return shops.map(({ id, name }) => {
    const own = sums.filter(({ shop }) => shop === id);
    return {
      id,
      name: name ?? '',
      sums: sumsIn(own),
      bars: dates === null ? [] : barsIn(own, dates),
      openTills: tills.find(({ shop }) => shop === id)?.count ?? 0,
    };
  });
}

/** All days of a period; null if they are too many for one answer. */
function datesOf({ from, to }: ChainDays): string[] | null {
  const count = dayNumber(to) - dayNumber(from) + 1;
  return count > CHAIN_DAYS_MAX ? null : Array.from({ length: Math.max(0, count) }, (_, day) => addDays(from, day));
}

type ListRows = SelectQueryBuilder<Schema, 'list_row', object>;

async function calendarSums(db: Kysely<Schema>, shops: readonly { readonly id: Scope }[], days: ChainDays) {
  const rows = await sumsByTime(db, sql.ref('day'), (all) => onDays(all, shops, days));
  return rows.map(({ time, ...sum }) => ({ ...sum, day: dateOf(time) }));
}

async function laterSums(db: Kysely<Schema>, shop: DayTerms & { readonly id: Scope }, days: ChainDays) {
  const rows = await sumsByTime(db, sql`at / ${sql.lit(QUARTER_MS)}`, (all) => duringDays(all, shop, days));
  return rows.map(({ time, ...sum }) => ({ ...sum, day: shopDate(time * QUARTER_MS, shop) }));
}

/** Sums by shop, type, currency and a number for the time. */
function sumsByTime(db: Kysely<Schema>, time: RawBuilder<unknown>, within: (rows: ListRows) => ListRows) {
  return db
    .selectFrom(rowsByTime(within(db.selectFrom('list_row')), time))
    .innerJoin('shop', 'shop.id', 'daily.shop')
    .select(['daily.shop', 'daily.type', 'daily.currency', 'daily.time'])
    .select(sql<number>`cast(sum(daily.count) as bigint)`.as('count'))
    .select(sql<number>`cast(coalesce(sum(daily.amount), 0) as bigint)`.as('amount'))
    .where((row) =>
      row.or([row('daily.claimed', '=', 1), row('daily.mid', '=', ''), row('daily.mid', '=', row.ref('shop.mid'))]),
    )
    .groupBy(['daily.shop', 'daily.type', 'daily.currency', 'daily.time'])
    .execute();
}

/** The rows of shops whose days are those of the calendar, which the index has. */
function onDays(rows: ListRows, shops: readonly { readonly id: Scope }[], { from, to }: ChainDays): ListRows {
  const ids = shops.map(({ id }) => id);
  return rows.where('shop', 'in', ids).where('day', '>=', dayNumber(from)).where('day', '<=', dayNumber(to));
}

/** The rows of a shop whose days begin later than those of the calendar. */
function duringDays(rows: ListRows, { id, ...terms }: DayTerms & { readonly id: Scope }, days: ChainDays): ListRows {
  const [from, to] = [dayPeriod(days.from, terms).from, dayPeriod(days.to, terms).to];
  return rows.where('shop', '=', id).where('at', '>=', from).where('at', '<=', to);
}

/**
 * Sums of captures and refunds by time, and by what decides which shop they belong to. Grouped in
 * the order of the index and selected by shop, because SQLite would otherwise read the whole index
 * and sort all rows.
 */
function rowsByTime(rows: ListRows, time: RawBuilder<unknown>) {
  return rows
    .select(['shop', 'type', 'currency', 'mid', 'claimed', sql<number>`cast(${time} as bigint)`.as('time')])
    .select(({ fn }) => [fn.count<number>('amount').as('count'), fn.sum<number>('amount').as('amount')])
    .where('type', 'in', ['capture', 'refund'])
    .where('status', 'in', COUNTED_STATUSES)
    .groupBy(['shop', time, 'type', 'status', 'currency', 'mid', 'person_id', 'claimed'])
    .as('daily');
}

interface Sum {
  readonly day: string;
  readonly type: string;
  readonly currency: string;
  readonly count: number;
  readonly amount: number;
}

const currenciesOf = (rows: readonly Sum[]) => [...new Set(rows.map(({ currency }) => currency))].toSorted();

function sumsIn(rows: readonly Sum[]): ShopOverview['sums'] {
  return currenciesOf(rows).map((currency) => {
    const total = (type: string, name: 'count' | 'amount') =>
      rows.reduce((sum, row) => (row.currency === currency && row.type === type ? sum + row[name] : sum), 0);
    return {
      currency,
      captures: total('capture', 'count'),
      captured: total('capture', 'amount'),
      refunds: total('refund', 'count'),
      refunded: total('refund', 'amount'),
    };
  });
}

function barsIn(rows: readonly Sum[], dates: readonly string[]): ShopOverview['bars'] {
  return currenciesOf(rows).map((currency) => {
    const amounts = (type: string) =>
      dates.map((day) =>
        rows.reduce(
          (sum, row) => (row.day === day && row.currency === currency && row.type === type ? sum + row.amount : sum),
          0,
        ),
      );
    return { currency, captured: amounts('capture'), refunded: amounts('refund') };
  });
}
