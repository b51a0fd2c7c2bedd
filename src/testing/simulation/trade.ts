import type { IssuerTransaction, Period } from '../../bff/issuer/port.ts';
import type { Dice } from './dice.ts';
import { BYSTANDER, FOREIGN_MID, SEARCH_LAG_MS, type Trade } from './plan.ts';

/** The share of worlds with other shops that are very busy: every page there is an event. */
const VERY_BUSY = 0.02;

/**
 * A share of the worlds is busy, a small one very busy. @param isBusy in every world others trade,
 * and more
 */
export function drawTrade(dice: Dice, isBusy: boolean): Trade | null {
  if (!dice.chance(isBusy ? 1 : 0.02)) return null;
  const lagMs = dice.pick([0, 1_000, 10_000, SEARCH_LAG_MS]);
  const isVeryBusy = dice.chance(isBusy ? VERY_BUSY : 0.002);
  const rowsPerSecond = dice.pick(isBusy ? [3, 10, 10, 50, 50, 200] : [1, 3, 3, 3, 3, 10, 10, 50]);
  const pageMs = dice.pick([10, 20, 40]);
  const pageSize = rowsPerSecond < 10 ? dice.pick([20, 100]) : dice.pick([100, 100, 500]);
  return isVeryBusy ? { rowsPerSecond: 500, lagMs, pageMs: 60, pageSize: 100 } : { rowsPerSecond, lagMs, pageMs, pageSize };
}

/** The rows of other shops in the search; each is created when a page contains it. */
export interface TradeRows {
  /**
   * One page of everything together, newest first.
   * @param others rows of the books that search shows, newest first
   */
  page(others: readonly IssuerTransaction[], period: Period, page: number, pageSize: number): IssuerTransaction[];
}

const VOUCHERS = [{ ref: BYSTANDER, usingValue: 1, productCode: null, productLabel: null, actions: [] }];

/**
 * @param began the time in the issuer's rows when the world began @param now the world's time,
 * milliseconds
 */
export function createTradeRows(
  { rowsPerSecond, lagMs }: Pick<Trade, 'rowsPerSecond' | 'lagMs'>,
  began: number,
  now: () => number,
  currency: string,
): TradeRows {
  const everyMs = 1_000 / rowsPerSecond;
  const timeOf = (index: number) => began + index * everyMs;
  /** The last row created by that time. */
  const lastAt = (time: number) => Math.floor((time - began) / everyMs);

  function rowAt(index: number): IssuerTransaction {
    const createdAt = Math.floor(timeOf(index));
    const plain = {
      type: 'capture',
      rawType: 'capture',
      status: 'succeeded',
      rawStatus: 'Succeeded',
      mid: FOREIGN_MID,
      amount: 1,
    } as const;
    return { transactionId: `trade-${index}`, ...plain, currency, createdAt, lastUpdatedAt: createdAt, vouchers: VOUCHERS };
  }

  return {
    page(others, { from, to }, page, pageSize) {
      const newest = Math.min(lastAt(to), lastAt(began + now() - lagMs));
      const oldest = Math.max(0, Math.ceil((from - began) / everyMs));
      const found: IssuerTransaction[] = [];
      let other = 0;
      /* How many rows lie before the next one of the books. */
      const before = () => {
        const row = others[other];
        return row === undefined
          ? Number.POSITIVE_INFINITY
          : other + Math.max(0, newest - Math.max(oldest - 1, lastAt(row.createdAt ?? 0)));
      };
      for (let place = 0, next = before(); found.length < pageSize; place = next + 1, other += 1, next = before()) {
        for (let at = Math.max(place, page * pageSize); at < Math.min(next, (page + 1) * pageSize); at += 1) {
          const index = newest - (at - other);
          if (index < oldest) return found;
          found.push(rowAt(index));
        }
        const row = others[other];
        if (row === undefined || next >= (page + 1) * pageSize) return found;
        if (next >= page * pageSize) found.push(row);
      }
      return found;
    },
  };
}
