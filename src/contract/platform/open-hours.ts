import * as z from 'zod/mini';

/** When a shop is open, `HH:MM` of its own zone; both empty where nobody said. */
const clockSchema = z.string().check(z.regex(/^(|([01]\d|2[0-3]):[0-5]\d)$/));
export const openHoursSchema = z.strictObject({ from: clockSchema, to: clockSchema });
export type OpenHours = z.infer<typeof openHoursSchema>;

const MINUTES_A_DAY = 24 * 60;

/** Minutes since midnight of `HH:MM`. */
export function clockMinute(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
}

/** Returns how many minutes after a time (`HH:MM`) clocks show a minute, past midnight too. */
export function minutesAfter(minute: number, clock: string): number {
  return (minute - clockMinute(clock) + MINUTES_A_DAY) % MINUTES_A_DAY;
}

/** For how long a shop is open, past midnight too; null where nobody said. */
export function openFor({ from, to }: OpenHours): {
  readonly lengthMin: number;
  /** @param minute since midnight, as the clocks of the shop show it */
  readonly sinceOpening: (minute: number) => number;
} | null {
  if (from === '' || to === '') return null;
  const sinceOpening = (minute: number) => minutesAfter(minute, from);
  return { lengthMin: sinceOpening(clockMinute(to)), sinceOpening };
}

/** Whether a shop is closed at a minute since its midnight; never where nobody said. */
export function isClosedAt(hours: OpenHours, minute: number): boolean {
  const open = openFor(hours);
  return open !== null && open.sinceOpening(minute) >= open.lengthMin;
}
