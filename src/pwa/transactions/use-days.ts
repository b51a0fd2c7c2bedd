import { useMemo } from 'react';
import { shopDate } from '../../contract/shop-day.ts';
import { useShop } from '../shell/use-session.ts';
import { useNow } from '../ui/use-now.ts';
import { daysAt, type Place } from './address.ts';
import type { Days } from './period.ts';

/** The days that are shown; at midnight of the shop, today is another day. */
export function useDays(place: Place): Days {
  const { timeZone } = useShop();
  const today = shopDate(useNow(30_000), timeZone);
  const { first, last } = daysAt(place, Date.parse(`${today}T12:00:00Z`), 'UTC');
  return useMemo(() => ({ first, last }), [first, last]);
}
