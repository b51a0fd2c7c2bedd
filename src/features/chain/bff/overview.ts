import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { readSettings } from '../../../bff/access/settings/stored-settings.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import { storedTermsSchema } from '../../../bff/platform/config/stored-shops.ts';
import { acrossShops } from '../../../bff/platform/store/across-shops.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import { type DayTerms, dayPeriod, MIDNIGHT } from '../../../contract/platform/shop-day.ts';
import { COUNTED_STATUSES } from '../../../contract/redemption/row-status.ts';
import type { ShopOverview } from '../contract/overview.ts';

const DAY_MS = 86_400_000;
const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

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
      ...(calendar.length === 0 ? [] : [sumsByShop(db, (rows) => onDays(rows, calendar, days))]),
      ...later.map((shop) => sumsByShop(db, (rows) => duringDays(rows, shop, days))),
    ]).then((found) => found.flat()),
    db
      .selectFrom('uncounted_fact')
      .select(['shop', ({ fn }) => fn.count<number>('device_id').distinct().as('count')])
      .where('begins', '=', 1)
      .groupBy('shop')
      .execute(),
  ]);
  return shops.map(({ id, name }) => ({
    id,
    name: name ?? '',
    sums: sumsIn(sums.filter(({ shop }) => shop === id)),
    openTills: tills.find(({ shop }) => shop === id)?.count ?? 0,
  }));
}

type ListRows = SelectQueryBuilder<Schema, 'list_row', object>;

function sumsByShop(db: Kysely<Schema>, within: (rows: ListRows) => ListRows) {
  return db
    .selectFrom(rowsByDay(within(db.selectFrom('list_row'))))
    .innerJoin('shop', 'shop.id', 'daily.shop')
    .select(['daily.shop', 'daily.type', 'daily.currency'])
    .select(sql<number>`cast(sum(daily.count) as bigint)`.as('count'))
    .select(sql<number>`cast(coalesce(sum(daily.amount), 0) as bigint)`.as('amount'))
    .where((row) =>
      row.or([row('daily.claimed', '=', 1), row('daily.mid', '=', ''), row('daily.mid', '=', row.ref('shop.mid'))]),
    )
    .groupBy(['daily.shop', 'daily.type', 'daily.currency'])
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
 * Sums of captures and refunds by day, and by what decides which shop they belong to. Grouped in
 * the order of the index and selected by shop, because SQLite would otherwise read the whole index
 * and sort all rows.
 */
function rowsByDay(rows: ListRows) {
  return rows
    .select(['shop', 'type', 'currency', 'mid', 'claimed'])
    .select(({ fn }) => [fn.count<number>('amount').as('count'), fn.sum<number>('amount').as('amount')])
    .where('type', 'in', ['capture', 'refund'])
    .where('status', 'in', COUNTED_STATUSES)
    .groupBy(['shop', 'day', 'type', 'status', 'currency', 'mid', 'person_id', 'claimed'])
    .as('daily');
}

interface Sum {
  readonly type: string;
  readonly currency: string;
  readonly count: number;
  readonly amount: number;
}

function sumsIn(rows: readonly Sum[]): ShopOverview['sums'] {
  const none = { count: 0, amount: 0 };
  return [...new Set(rows.map(({ currency }) => currency))].toSorted().map((currency) => {
    const of = (type: string) => rows.find((row) => row.currency === currency && row.type === type) ?? none;
    const [captured, refunded] = [of('capture'), of('refund')];
    return {
      currency,
      captures: captured.count,
      captured: captured.amount,
      refunds: refunded.count,
      refunded: refunded.amount,
    };
  });
}
