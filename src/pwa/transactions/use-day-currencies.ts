import { useQuery } from '@tanstack/react-query';
import { currencySchema } from '../../contract/money.ts';
import { isDate } from '../../contract/shop-day.ts';
import { CLOSING_CURRENCIES_MAX } from '../../contract/transaction.ts';
import { useShop } from '../shell/use-session.ts';
import { serverNow } from '../ui/server-time.ts';
import { periodOf } from './period.ts';
import { againAfter, totalsQuery } from './queries.ts';

/** The currencies of a day: the shop's own, and every other in which something was redeemed or refunded, as they are found. */
export interface DayCurrencies {
  readonly currencies: readonly string[];
  /** More may be found. */
  readonly isReading: boolean;
}

/** Asks for the currencies that a day has. Of a day that cannot be read to its end there are those that were found. */
export function useDayCurrencies(date: string): DayCurrencies {
  const { timeZone, currency } = useShop();
  const isDay = isDate(date);
  const period = periodOf({ first: isDay ? date : '1970-01-01', last: isDay ? date : '1970-01-01' }, timeZone);
  const { data, isLoading } = useQuery({
    ...totalsQuery(period, {}),
    enabled: isDay,
    refetchInterval: ({ state }) => againAfter(state.data, period, serverNow()),
  });
  const found = data?.sums.currencies.map((sums) => sums.currency) ?? [];
  const known = found.filter((name) => name !== currency && currencySchema.safeParse(name).success).sort();
  const { gaps, isAway } = data?.coverage ?? { gaps: [], isAway: false };
  return {
    currencies: [currency, ...known].slice(0, CLOSING_CURRENCIES_MAX),
    isReading: isLoading || (gaps.length > 0 && !isAway),
  };
}
