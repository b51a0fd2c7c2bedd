import type { TrailLine } from '../../../contract/platform/audit.ts';
import { clockMinute, minutesAfter } from '../../../contract/platform/open-hours.ts';
import { type DayTerms, shopDate, shopMoment } from '../../../contract/platform/shop-day.ts';

/**
 * A line of the trail with the day and the minute of the shop, which are expensive to calculate.
 */
export interface ActivityLine extends TrailLine {
  readonly day: string;
  /** Since midnight, in the shop's local time. */
  readonly minute: number;
  /** Minutes since the business day began, in local time. */
  readonly sinceBegin: number;
}

export function activityLineOf(line: TrailLine, days: DayTerms): ActivityLine {
  const at = Date.parse(line.at);
  const minute = clockMinute(shopMoment(at, days.timeZone).clock);
  return { ...line, day: shopDate(at, days), minute, sinceBegin: minutesAfter(minute, days.dayBegins) };
}

/** Two operations on one voucher: a sale and a redemption, or a redemption and a refund. */
export interface OperationPair {
  /** Id of the later operation, which is the subject of a line. */
  readonly id: string;
  /** The person of the earlier operation. */
  readonly earlierBy: string;
  /** Time between the two operations, milliseconds. */
  readonly afterMs: number;
}

/** Actions in a shop, the input of the detectors. */
export interface ShopActivity {
  /** Oldest first. */
  readonly lines: readonly ActivityLine[];
  readonly refunds: readonly OperationPair[];
  /** Redemptions of vouchers that were sold here shortly before. */
  readonly emptied: readonly OperationPair[];
}
