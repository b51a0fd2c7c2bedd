const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Making one takes longer than everything else here. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
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

/** What clocks in `timeZone` show, read as if it were UTC. */
function shownAt(ms: number, timeZone: string): number {
  return Date.parse(`${formatOf(timeZone).format(ms).replace(' ', 'T')}Z`);
}

/** Date of an instant in the shop's zone, `YYYY-MM-DD`. */
export function shopDate(ms: number, timeZone: string): string {
  return formatOf(timeZone).format(ms).slice(0, 10);
}

/** What a shop's calendar and clocks show at an instant, `YYYY-MM-DD` and `HH:MM`. */
export function shopMoment(ms: number, timeZone: string): { readonly date: string; readonly clock: string } {
  const shown = formatOf(timeZone).format(ms);
  return { date: shown.slice(0, 10), clock: shown.slice(11, 16) };
}

/** The date so many days later, or earlier for a negative count. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** True for a date that a calendar has. */
export function isDate(date: string): boolean {
  const ms = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === date;
}

/**
 * The first instant of a day in the shop's zone, milliseconds UTC.
 *
 * Where clocks skip midnight, the day begins after the gap.
 */
export function startOfDay(date: string, timeZone: string): number {
  const fields = Date.parse(`${date}T00:00:00Z`);
  const guess = fields - (shownAt(fields, timeZone) - fields);
  const start = fields - (shownAt(guess, timeZone) - guess);
  return shopDate(start, timeZone) < date ? start + HOUR_MS : start;
}

/**
 * A day of the shop from its first to its last millisecond.
 *
 * It has 23 or 25 hours where clocks change.
 */
export function dayPeriod(date: string, timeZone: string): { readonly from: number; readonly to: number } {
  return { from: startOfDay(date, timeZone), to: startOfDay(addDays(date, 1), timeZone) - 1 };
}

/**
 * Reads what the clocks of a shop showed (`2030-01-15T09:00:00`) as an instant, milliseconds UTC.
 *
 * Of an hour that clocks show twice it is the first. Null for a time that no calendar has.
 */
export function instantIn(timeZone: string): (local: string) => number | null {
  /* By day: what clocks are ahead of UTC, where that is the same all day. */
  const offsets = new Map<string, number | null>();
  return (local) => {
    const fields = Date.parse(`${local}Z`);
    if (Number.isNaN(fields) || new Date(fields).toISOString().slice(0, 19) !== local) return null;
    const day = local.slice(0, 10);
    if (!offsets.has(day)) offsets.set(day, offsetOf(day, timeZone));
    const known = offsets.get(day) ?? null;
    if (known !== null) return fields - known;
    const early = fields - offsetAt(fields - DAY_MS, timeZone);
    return shownAt(early, timeZone) === fields ? early : fields - offsetAt(fields + DAY_MS, timeZone);
  };
}

const offsetAt = (ms: number, timeZone: string) => shownAt(ms, timeZone) - Math.floor(ms / 1000) * 1000;

/** How far clocks are ahead of UTC on a day; null where they change on it, or near it. */
function offsetOf(day: string, timeZone: string): number | null {
  const before = offsetAt(Date.parse(`${day}T00:00:00Z`) - DAY_MS, timeZone);
  const after = offsetAt(Date.parse(`${day}T00:00:00Z`) + 2 * DAY_MS, timeZone);
  return before === after ? before : null;
}
