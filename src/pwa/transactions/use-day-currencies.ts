import { useMemo, useSyncExternalStore } from 'react';
import { currencySchema } from '../../contract/money.ts';
import { isDate } from '../../contract/shop-day.ts';
import { CLOSING_CURRENCIES_MAX } from '../../contract/transaction.ts';
import { useShop } from '../shell/use-session.ts';
import { createDesk, type View } from './desk.ts';
import { spanOf } from './period.ts';

/** The currencies of a day: the shop's own, and every other in which something was redeemed or refunded, as they are found. */
export interface DayCurrencies {
  readonly currencies: readonly string[];
  /** More may be found. */
  readonly isReading: boolean;
}

/** Reads a day for the currencies that it has. A day that cannot be read to its end has those that were found. */
export function useDayCurrencies(date: string): DayCurrencies {
  const { timeZone, currency } = useShop();
  const desk = useMemo(
    () => (isDate(date) ? createDesk('shop', spanOf({ first: date, last: date }, timeZone), timeZone) : NO_DAY),
    [date, timeZone],
  );
  const { state } = useSyncExternalStore(desk.subscribe, desk.view);
  const found = state?.sums.currencies.map((sums) => sums.currency) ?? [];
  const known = found.filter((name) => name !== currency && currencySchema.safeParse(name).success).sort();
  return {
    currencies: [currency, ...known].slice(0, CLOSING_CURRENCIES_MAX),
    isReading: desk !== NO_DAY && (state === null || state.reading === 'reading' || state.reading === 'waiting'),
  };
}

const NOTHING: View = { state: null, lines: [], from: 0, found: undefined };
const NO_DAY = { subscribe: () => () => undefined, view: () => NOTHING };
