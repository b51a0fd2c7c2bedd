import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { shopDate } from '../../contract/shop-day.ts';
import { useShop } from '../shell/use-session.ts';
import { useNow } from '../ui/use-now.ts';
import { daysAt, type Place } from './address.ts';
import { createDesk, type Desk, type View } from './desk.ts';
import { type Days, spanOf } from './period.ts';
import type { Source } from './protocol.ts';

/** The days that are shown; at midnight of the shop, today is another day. */
export function useDays(place: Place): Days {
  const { timeZone } = useShop();
  const today = shopDate(useNow(30_000), timeZone);
  const { first, last } = daysAt(place, Date.parse(`${today}T12:00:00Z`), 'UTC');
  return useMemo(() => ({ first, last }), [first, last]);
}

/** A desk with the days that are shown, looked at as the place says. */
export function useDesk(source: Source, place: Place, days: Days): { readonly desk: Desk; readonly view: View } {
  const { timeZone } = useShop();
  const { first, last } = days;
  const desk = useMemo(() => createDesk(source, spanOf({ first, last }, timeZone), timeZone), [source, first, last, timeZone]);
  const view = useSyncExternalStore(desk.subscribe, desk.view);
  const { filter, sort, open } = place;
  useEffect(() => desk.show(filter, sort), [desk, filter, sort]);
  useEffect(() => {
    if (open !== null) desk.find(open);
  }, [desk, open]);
  return { desk, view };
}
