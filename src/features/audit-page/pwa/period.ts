import { addDays, type DayTerms, startOfDay } from '../../../contract/platform/shop-day.ts';
import type { Days } from '../../transactions/pwa/period.ts';

/** The instants that enclose days of the shop; the second one is excluded. */
export function instantsOf({ first, last }: Days, days: DayTerms): { readonly from: string; readonly to: string } {
  const iso = (date: string) => new Date(startOfDay(date, days)).toISOString();
  return { from: iso(first), to: iso(addDays(last, 1)) };
}
