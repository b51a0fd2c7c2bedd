import { isCounted } from '../../../contract/redemption/row-status.ts';
import type { ChartBuckets } from '../contract/chart-buckets.ts';
import type { Transaction, TransactionFilter } from '../contract/transaction.ts';
import type { Bars, Facets, Totals } from '../contract/transaction-list.ts';

/**
 * Rows that are equal in all fields of sums and filters, added up. Amounts are minor units or
 * items.
 */
export interface RowGroup extends Pick<Transaction, 'type' | 'status' | 'currency' | 'mid'> {
  /** The bar of the chart for these rows; null without a chart. */
  readonly bar: number | null;
  /** Name of the person; null if the journal does not explain the rows. */
  readonly person: string | null;
  readonly count: number;
  /** Number of rows with an amount, and the total of these amounts. */
  readonly named: number;
  readonly amount: number;
  /** Number of rows that share a line with another row. */
  readonly paired: number;
}

/** Groups without shops and people. */
export type FittingGroup = Omit<RowGroup, 'mid' | 'person'>;

type Sums = Totals['sums'];
type FromGroups = Pick<Totals, 'lines' | 'rows' | 'sums' | 'bars' | 'facets'>;

/**
 * Adds up groups.
 * @param all every group of the period
 * @param fitting the groups that match the filter
 */
export function totalsOf(
  all: readonly RowGroup[],
  fitting: readonly FittingGroup[],
  filter: TransactionFilter,
  scale: ChartBuckets,
): FromGroups {
  const sums = sumsOfGroups(fitting, filter);
  return {
    lines: Object.values(sums.byType).reduce((lines, count) => lines + count, 0),
    rows: all.reduce((rows, { count }) => rows + count, 0),
    sums,
    bars: barsOf(fitting, sums, scale),
    facets: facetsOf(all),
  };
}

/** True for groups that are included in a sum. */
function counts({ type, status }: FittingGroup): boolean {
  return isCounted(status) && (type === 'capture' || type === 'refund');
}

/**
 * Returns the number of lines: an authorization shares the line of its capture, unless
 * authorizations are requested.
 */
function linesIn({ type, count, paired }: FittingGroup, filter: TransactionFilter): number {
  return type === 'authorization' && filter.type !== type ? count - paired : count;
}

function sumsOfGroups(groups: readonly FittingGroup[], filter: TransactionFilter): Sums {
  const currencies = new Map<string, { captured: number; refunded: number; captures: number; refunds: number }>();
  const byType = { capture: 0, refund: 0, authorization: 0, activation: 0, other: 0 };
  let count = 0;
  let withoutAmount = 0;
  let unclearCount = 0;
  for (const group of groups) {
    count += group.count;
    byType[group.type] += linesIn(group, filter);
    if (group.status === 'unknown') unclearCount += group.count;
    if (!counts(group)) continue;
    withoutAmount += group.count - group.named;
    if (group.named === 0) continue;
    const sums = currencies.get(group.currency) ?? { captured: 0, refunded: 0, captures: 0, refunds: 0 };
    currencies.set(group.currency, sums);
    const [sum, number] =
      group.type === 'capture' ? (['captured', 'captures'] as const) : (['refunded', 'refunds'] as const);
    sums[sum] += group.amount;
    sums[number] += group.named;
  }
  const sorted = [...currencies]
    .map(([currency, sums]) => ({ currency, ...sums, net: sums.captured - sums.refunded }))
    .sort((a, b) => b.captures + b.refunds - a.captures - a.refunds || a.currency.localeCompare(b.currency));
  return { currencies: sorted, byType, count, withoutAmount, unknownStatus: unclearCount };
}

function barsOf(groups: readonly FittingGroup[], { currencies }: Sums, { starts }: ChartBuckets): Bars[] {
  const bars = new Map(
    currencies.map(({ currency }) => [currency, { captured: starts.map(() => 0), refunded: starts.map(() => 0) }]),
  );
  for (const group of groups) {
    if (group.bar === null || !counts(group)) continue;
    const side = bars.get(group.currency)?.[group.type === 'refund' ? 'refunded' : 'captured'];
    if (side?.[group.bar] !== undefined) side[group.bar] = (side[group.bar] ?? 0) + group.amount;
  }
  return [...bars].map(([currency, sides]) => ({ currency, ...sides }));
}

function facetsOf(groups: readonly RowGroup[]): Facets {
  const people = new Set(groups.flatMap(({ person }) => person ?? []));
  const mids = new Set(groups.flatMap(({ type, mid }) => (type === 'activation' ? [] : [mid])));
  return { people: [...people].sort(), mids: [...mids].sort() };
}
