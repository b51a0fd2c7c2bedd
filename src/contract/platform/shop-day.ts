const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Cached, because creating a format takes longer than all else in this file. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone);
  if (cached !== undefined) return cached;
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  formats.set(timeZone, format);
  return format;
}

/** Returns the local time in `timeZone`, read as if it were UTC. */
function localTime(ms: number, timeZone: string): number {
  return Date.parse(`${formatOf(timeZone).format(ms).replace(' ', 'T')}Z`);
}

/** Defines when the days of a shop begin and end. */
export interface DayTerms {
  /** IANA name. */
  readonly timeZone: string;
  /** `HH:MM` in the shop's local time. */
  readonly dayBegins: string;
}

/** Possible starts of a business day: every half hour from midnight to six. */
export const DAY_BEGINNINGS = Array.from({ length: 13 }, (_, half) => {
  return `0${Math.floor(half / 2)}:${half % 2 === 0 ? '00' : '30'}`;
});
export const MIDNIGHT = '00:00';

/**
 * Returns the business day of an instant, `YYYY-MM-DD`. A day that begins at 04:00 ends at 04:00 of
 * the next calendar day.
 */
export function shopDate(ms: number, days: DayTerms): string {
  const { date, clock } = shopMoment(ms, days.timeZone);
  if (clock >= days.dayBegins || ms >= startOfDay(date, days)) return date;
  return addDays(date, -1);
}

/** Returns the local date and time in a zone, `YYYY-MM-DD` and `HH:MM`. */
export function shopMoment(ms: number, timeZone: string): { readonly date: string; readonly clock: string } {
  const local = formatOf(timeZone).format(ms);
  return { date: local.slice(0, 10), clock: local.slice(11, 16) };
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

export function isDate(date: string): boolean {
  const ms = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === date;
}

/**
 * Returns the first instant of a business day, milliseconds UTC. If clocks skip its start, the day
 * begins after the skipped hour. If clocks show its start twice, it begins at the first.
 */
export function startOfDay(date: string, { timeZone, dayBegins }: DayTerms): number {
  const fields = Date.parse(`${date}T${dayBegins}:00Z`);
  const early = fields - offsetAt(fields - DAY_MS, timeZone);
  if (localTime(early, timeZone) === fields) return early;
  const late = fields - offsetAt(fields + DAY_MS, timeZone);
  if (localTime(late, timeZone) === fields) return late;
  return firstShowing(fields, { from: late, to: early }, timeZone);
}

/** Returns the first minute between two instants when clocks show a time or a later one. */
function firstShowing(fields: number, { from, to }: { from: number; to: number }, timeZone: string): number {
  let [before, after] = [from, to];
  while (after - before > MINUTE_MS) {
    const middle = before + Math.floor((after - before) / MINUTE_MS / 2) * MINUTE_MS;
    if (localTime(middle, timeZone) >= fields) after = middle;
    else before = middle;
  }
  return after;
}

/**
 * A business day from its first to its last millisecond. It has 23 or 25 hours if clocks change
 * during it.
 */
export function dayPeriod(date: string, days: DayTerms): { readonly from: number; readonly to: number } {
  return { from: startOfDay(date, days), to: startOfDay(addDays(date, 1), days) - 1 };
}

/**
 * Converts a shop's local time (`2030-01-15T09:00:00`) to an instant, milliseconds UTC. If clocks
 * show the time twice, the first instant is returned; null for a time that does not exist.
 */
export function instantIn(timeZone: string): (local: string) => number | null {
  /* By day: the offset of clocks from UTC, if it is the same all day. */
  const offsets = new Map<string, number | null>();
  return (local) => {
    const fields = Date.parse(`${local}Z`);
    if (Number.isNaN(fields) || new Date(fields).toISOString().slice(0, 19) !== local) return null;
    const day = local.slice(0, 10);
    if (!offsets.has(day)) offsets.set(day, offsetOf(day, timeZone));
    const cached = offsets.get(day) ?? null;
    if (cached !== null) return fields - cached;
    const early = fields - offsetAt(fields - DAY_MS, timeZone);
    return localTime(early, timeZone) === fields ? early : fields - offsetAt(fields + DAY_MS, timeZone);
  };
}

const offsetAt = (ms: number, timeZone: string) => localTime(ms, timeZone) - Math.floor(ms / 1000) * 1000;

/** Returns the offset of clocks from UTC on a day; null if it changes on that day, or near it. */
function offsetOf(day: string, timeZone: string): number | null {
  const before = offsetAt(Date.parse(`${day}T00:00:00Z`) - DAY_MS, timeZone);
  const after = offsetAt(Date.parse(`${day}T00:00:00Z`) + 2 * DAY_MS, timeZone);
  return before === after ? before : null;
}
