import { addDays, shopDate, startOfDay } from '../../contract/shop-day.ts';
import type { Transaction } from '../../contract/transaction.ts';
import { netOf } from '../../contract/transaction-sums.ts';

const HOUR_MS = 3_600_000;
/** Up to so many days are drawn by the hour. */
const HOURLY_DAYS_MAX = 2;

/** A span of milliseconds UTC, both ends included. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The bars of a chart: where each begins, and whether it is an hour or a day. */
export interface Scale {
  readonly unit: 'hour' | 'day';
  readonly starts: readonly number[];
}

/** What lies in each bar of one currency; amounts are minor units or items. */
export interface Bars {
  readonly currency: string;
  readonly captured: readonly number[];
  readonly refunded: readonly number[];
}

/** Cuts a period into hours, or into days of the shop. */
export function scaleOf({ from, to }: Span, timeZone: string): Scale {
  const starts: number[] = [];
  let date = shopDate(from, timeZone);
  for (let start = startOfDay(date, timeZone); start <= to; start = startOfDay(date, timeZone)) {
    starts.push(start);
    date = addDays(date, 1);
  }
  if (starts.length > HOURLY_DAYS_MAX) return { unit: 'day', starts };
  const end = startOfDay(date, timeZone);
  const first = starts[0] ?? from;
  return { unit: 'hour', starts: Array.from({ length: Math.ceil((end - first) / HOUR_MS) }, (_, hour) => first + hour * HOUR_MS) };
}

/** Collects captures and refunds into the bars of a scale, one set for each currency, in the order of the currencies given; what names no time, NaN, is in no bar. */
export function createBars({ starts }: Scale) {
  const bars = new Map<string, { captured: number[]; refunded: number[] }>();
  const empty = () => starts.map(() => 0);
  return {
    add(row: Transaction, at: number): void {
      const net = netOf(row);
      if (Number.isNaN(at) || net === null || net === 0) return;
      const index = indexAt(starts, at);
      if (index < 0) return;
      const set = bars.get(row.currency) ?? { captured: empty(), refunded: empty() };
      bars.set(row.currency, set);
      const side = row.type === 'refund' ? set.refunded : set.captured;
      side[index] = (side[index] ?? 0) + Math.abs(net);
    },
    of: (currencies: readonly string[]): Bars[] =>
      currencies.map((currency) => ({ currency, ...(bars.get(currency) ?? { captured: empty(), refunded: empty() }) })),
  };
}

/** The last start that is not after an instant; -1 when all are. */
function indexAt(starts: readonly number[], at: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
