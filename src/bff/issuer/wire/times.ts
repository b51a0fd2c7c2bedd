import { INSTANTS_MAX, WESTERNMOST_MS } from './limits.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const ISO_LIKE =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;
const DAY_MONTH_YEAR = /^(\d{1,2})[ -]([A-Za-z]{3})[A-Za-z]*\.?[ -](\d{4})$/;

/**
 * The last instant of a voucher, milliseconds UTC. `latestAt` is the same reading in the zone that
 * makes it latest; equal if the zone was given.
 */
export interface Expiry {
  readonly at: number;
  readonly latestAt: number;
}

/** A date and time as written: its fields read as UTC, and the zone's offset if one was written. */
interface ParsedTime {
  readonly fieldsMs: number;
  readonly offsetMs: number | null;
}

/**
 * Reads an expiry in any of its three forms: ISO 8601 with offset (v3), `DD MMM YYYY` (v2),
 * `YYYY-MM-DD hh:mm:ss` (v1). Without an offset it is in the shop's zone; without a time it is the
 * end of that day.
 * @returns null if the text is not such a date
 */
export function parseExpiry(text: string, timeZone: string): Expiry | null {
  const written = readDayMonthYear(text.trim()) ?? readIso(text.trim(), DAY_MS - 1);
  if (written === null) return null;
  const { fieldsMs, offsetMs } = written;
  if (offsetMs !== null) return { at: fieldsMs - offsetMs, latestAt: fieldsMs - offsetMs };
  return { at: instantOf(fieldsMs, timeZone), latestAt: fieldsMs + WESTERNMOST_MS };
}

/**
 * Reads a time of the transaction search, `YYYY-MM-DDThh:mm:ss.s`, UTC if it has no zone;
 * milliseconds UTC, or null.
 */
export function parseUtc(text: string): number | null {
  const written = readIso(text.trim(), 0);
  return written === null ? null : written.fieldsMs - (written.offsetMs ?? 0);
}

/**
 * Writes a time for the transaction search, `YYYY-MM-DDThh:mm:ssTZD`: whole seconds, rounded down,
 * or up for the end of a period.
 */
export function searchTime(ms: number, rounding: 'down' | 'up'): string {
  const seconds = rounding === 'down' ? Math.floor(ms / 1000) : Math.ceil(ms / 1000);
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}

function readIso(text: string, withoutTimeMs: number): ParsedTime | null {
  const match = ISO_LIKE.exec(text);
  if (match === null) return null;
  const [, year = '', month = '', day = '', hour, minute = '0', second = '0', fraction = '', zone] = match;
  const date = dateMs(Number(year), Number(month), Number(day));
  if (date === null) return null;
  if (hour === undefined) return { fieldsMs: date + withoutTimeMs, offsetMs: null };
  if (Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60) return null;
  const timeMs =
    (Number(hour) * 60 + Number(minute)) * 60_000 +
    Number(second) * 1000 +
    Math.floor(Number(`0.${fraction || 0}`) * 1000);
  return { fieldsMs: date + timeMs, offsetMs: zone === undefined ? null : zoneOffsetMs(zone) };
}

function readDayMonthYear(text: string): ParsedTime | null {
  const match = DAY_MONTH_YEAR.exec(text);
  if (match === null) return null;
  const [, day = '', month = '', year = ''] = match;
  const date = dateMs(Number(year), MONTHS.indexOf(month.toLowerCase()) + 1, Number(day));
  return date === null ? null : { fieldsMs: date + DAY_MS - 1, offsetMs: null };
}

/** Midnight of a day that exists; null for a 31 February. */
function dateMs(year: number, month: number, day: number): number | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? date.getTime()
    : null;
}

function zoneOffsetMs(zone: string): number {
  if (zone.toUpperCase() === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}

/**
 * Returns the instant when clocks in `timeZone` show these fields. It is calculated twice, because
 * daylight saving time may change between the first estimate and the result.
 */
function instantOf(fieldsMs: number, timeZone: string): number {
  const key = `${fieldsMs} ${timeZone}`;
  const cached = instants.get(key);
  if (cached !== undefined) return cached;
  const guess = fieldsMs - offsetAt(fieldsMs, timeZone);
  const instant = fieldsMs - offsetAt(guess, timeZone);
  if (instants.size >= INSTANTS_MAX) instants.clear();
  instants.set(key, instant);
  return instant;
}

/** Cached, because most vouchers expire at the end of one of a few days. */
const instants = new Map<string, number>();

/** Cached for each zone: creating a format takes a hundred times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone);
  if (cached) return cached;
  const fields = {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  } as const;
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hourCycle: 'h23', ...fields });
  formats.set(timeZone, format);
  return format;
}

function offsetAt(instantMs: number, timeZone: string): number {
  const parts = formatFor(timeZone).formatToParts(instantMs);
  const field = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  const local = Date.UTC(
    field('year'),
    field('month') - 1,
    field('day'),
    field('hour'),
    field('minute'),
    field('second'),
  );
  return local - Math.floor(instantMs / 1000) * 1000;
}
