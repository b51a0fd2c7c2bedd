import { instantIn } from '../../../../contract/platform/shop-day.ts';
import type { ListColumns } from './columns.ts';

/** The time of a line: an instant, or a day only. */
export type ListTime = { readonly at: number; readonly day: null } | { readonly at: null; readonly day: string };

/** A day, a time and a zone, as most programs write them. */
const DAY = /(?<first>\d{1,4})[./-](?<second>\d{1,2})[./-](?<third>\d{1,4})/.source;
const TIME = /(?<hours>\d{1,2}):(?<minutes>\d\d)(?::(?<seconds>\d\d))?(?:[.,]\d+)?\s*(?<half>[ap]m)?/.source;
const WHEN = new RegExp(`^${DAY}(?:[ T,]+${TIME})?\\s*(?<zone>Z|UTC|[+-]\\d\\d:?\\d\\d)?$`, 'i');

/**
 * Reads times in the confirmed order of day and month, with their own zone or in the shop's local
 * time. Midnight without a zone is a day only: programs that store only dates export them with
 * midnight.
 */
export function createTimeReader(
  dates: NonNullable<ListColumns['dates']>,
  timeZone: string,
): (text: string) => ListTime | null {
  const instant = instantIn(timeZone);
  return (text) => {
    const found = WHEN.exec(text.trim())?.groups;
    if (!found) return null;
    const { first = '', second = '', third = '', hours = '0', minutes = '00', seconds = '00', half, zone } = found;
    const [year, month, day] = inOrder(first.length === 4 ? 'ymd' : dates, first, second, third);
    const full = year.length === 2 ? `20${year}` : year.padStart(4, '0');
    const date = `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    const clock = `${String(hourOf(Number(hours), half?.toLowerCase())).padStart(2, '0')}:${minutes}:${seconds}`;
    const local = instant(`${date}T${clock}`);
    if (local === null) return null;
    if (zone === undefined) return clock === '00:00:00' ? { at: null, day: date } : { at: local, day: null };
    return { at: Date.parse(`${date}T${clock}${/utc/i.test(zone) ? 'Z' : zone.toUpperCase()}`), day: null };
  };
}

function inOrder(order: 'ymd' | 'dmy' | 'mdy', first: string, second: string, third: string) {
  if (order === 'ymd') return [first, second, third] as const;
  return order === 'mdy' ? ([third, first, second] as const) : ([third, second, first] as const);
}

function hourOf(hour: number, half: string | undefined): number {
  if (half === 'pm') return hour === 12 ? 12 : hour + 12;
  return half === 'am' && hour === 12 ? 0 : hour;
}
