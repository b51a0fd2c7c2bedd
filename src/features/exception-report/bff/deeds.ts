import type { TrailLine } from '../../../contract/platform/audit.ts';
import { clockMinute, minutesAfter } from '../../../contract/platform/open-hours.ts';
import { type DayTerms, shopDate, shopMoment } from '../../../contract/platform/shop-day.ts';

/** A line of the trail with the day and the minute of the shop, which take long to tell. */
export interface ShopDeed extends TrailLine {
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** Since midnight, as the clocks of the shop show it. */
  readonly minute: number;
  /** Minutes since the business day began, by the same clocks. */
  readonly sinceBegin: number;
}

export function deedOf(line: TrailLine, days: DayTerms): ShopDeed {
  const at = Date.parse(line.at);
  const minute = clockMinute(shopMoment(at, days.timeZone).clock);
  return { ...line, day: shopDate(at, days), minute, sinceBegin: minutesAfter(minute, days.dayBegins) };
}

/** Two operations of one voucher: it was sold and used, or used and given back. */
export interface DeedPair {
  /** Id of the later operation, which is the subject of a line. */
  readonly id: string;
  /** Who did the earlier one. */
  readonly earlierBy: string;
  /** Between the two, milliseconds. */
  readonly afterMs: number;
}

/** What was done in a shop, as its signals are looked for in it. */
export interface Deeds {
  /** The oldest first. */
  readonly lines: readonly ShopDeed[];
  /** Refunds, each with its redemption. */
  readonly refunds: readonly DeedPair[];
  /** Redemptions of vouchers that were sold here not long before. */
  readonly emptied: readonly DeedPair[];
}
