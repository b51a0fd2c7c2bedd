import * as z from 'zod/mini';

/** Opening hours, `HH:MM` in the shop's zone; both empty if not set. */
const clockSchema = z.string().check(z.regex(/^(|([01]\d|2[0-3]):[0-5]\d)$/));
export const openHoursSchema = z.strictObject({ from: clockSchema, to: clockSchema });
export type OpenHours = z.infer<typeof openHoursSchema>;

const MINUTES_A_DAY = 24 * 60;

/** Minutes since midnight of `HH:MM`. */
export function clockMinute(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
}

/** Returns how many minutes after a time (`HH:MM`) a minute of the day is, past midnight too. */
export function minutesAfter(minute: number, clock: string): number {
  return (minute - clockMinute(clock) + MINUTES_A_DAY) % MINUTES_A_DAY;
}

/** Returns how long a shop is open, past midnight too; null if not set. */
export function openInterval({ from, to }: OpenHours): {
  readonly lengthMin: number;
  /** @param minute since midnight, in the shop's local time */
  readonly sinceOpening: (minute: number) => number;
} | null {
  if (from === '' || to === '') return null;
  const sinceOpening = (minute: number) => minutesAfter(minute, from);
  return { lengthMin: sinceOpening(clockMinute(to)), sinceOpening };
}

/** True if a shop is closed at a minute since its midnight; never without opening hours. */
export function isClosedAt(hours: OpenHours, minute: number): boolean {
  const open = openInterval(hours);
  return open !== null && open.sinceOpening(minute) >= open.lengthMin;
}
