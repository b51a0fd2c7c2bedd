import { isItems, type Money, majorText, minorDigits, type VoucherValue } from '../../contract/money/money.ts';
import { LANGUAGES } from '../../contract/platform/languages.ts';

/** Everything that depends on the language and the shop's time zone, made by Intl. */
export interface Format {
  /** `SGD 80.00`. */
  readonly money: (money: Money) => string;
  /** Sign and number apart, for setting the sign smaller; `signFirst` as the language writes it. */
  readonly moneyParts: (money: Money) => {
    readonly sign: string;
    readonly number: string;
    readonly signFirst: boolean;
  };
  /** What the language sets before the decimals. */
  readonly point: '.' | ',';
  /** Money, or a count of items. */
  readonly worth: (worth: VoucherValue) => string;
  /** `in 9 months`: how far off an ISO instant is, in the largest unit that fits at least twice. */
  readonly until: (iso: string, now: number) => string;
  /**
   * `just now`, `1 minute ago`, `2 hours ago`: how long ago an ISO instant was, as people say it.
   *
   * One that a clock puts into the future was just now.
   */
  readonly ago: (iso: string, now: number) => string;
  /** Date and time of an ISO instant where the shop is. */
  readonly dateTime: (iso: string) => string;
  /** Time of day of an ISO instant where the shop is. */
  readonly time: (iso: string) => string;
  /** A day of a calendar, `2026-11-23`. */
  readonly day: (day: string) => string;
  /** The time of day of an ISO instant of the last hours, with its date when it is longer ago. */
  readonly moment: (iso: string, now: number) => string;
  /** Date and time of an ISO instant; the year only where it is another one. */
  readonly inYear: (iso: string, now: number) => string;
  /** `5 minutes`, `30 seconds`: a wait, rounded up. */
  readonly wait: (ms: number) => string;
}

export interface FormatOptions {
  readonly locale: string;
  readonly timeZone: string;
  readonly items: (count: number) => string;
  readonly justNow: string;
}

/** What is over for less than this has only just been. */
const JUST_NOW_MS = 60_000;
/** Nobody mixes up the times of day within this. */
const TODAY_MS = 12 * 3_600_000;
const UNITS = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

const [, , DAY, HOUR, MINUTE, SECOND] = UNITS;
const WAITS = [DAY, HOUR, MINUTE, SECOND] as const;

/**
 * Makes the formats of one language in one shop.
 * @param items words for a count of items
 * @param justNow words for a moment that has only just been
 */
export function createFormat(options: FormatOptions): Format {
  const { locale, timeZone, items, justNow } = options;
  const relative = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'always' }));
  const dateTime = once(() => new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' }));
  const yearless = once(
    () =>
      new Intl.DateTimeFormat(locale, { timeZone, month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' }),
  );
  const year = once(() => new Intl.DateTimeFormat(locale, { timeZone, year: 'numeric' }));
  const day = once(() => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle: 'medium' }));
  const time = once(() => new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short' }));
  const parts = (money: Money) => currencyFormat(locale, money.currency).formatToParts(Number(majorText(money)));
  const formatMoney = (money: Money) => joined(parts(money));
  return {
    money: formatMoney,
    moneyParts: (money) => {
      const all = parts(money);
      const isSign = ({ type }: Intl.NumberFormatPart) => type === 'currency';
      const number = joined(all.filter((part) => !isSign(part))).trim();
      return { sign: joined(all.filter(isSign)), number, signFirst: all.findIndex(isSign) === 0 };
    },
    point: Object.values(LANGUAGES).find(({ tag }) => locale.startsWith(tag))?.point ?? '.',
    worth: (worth) => (isItems(worth) ? items(worth.items) : formatMoney(worth)),
    until: (iso, now) => {
      const ms = Math.max(0, Date.parse(iso) - now);
      const [unit, size] = UNITS.find(([, unitMs]) => ms >= 2 * unitMs) ?? SECOND;
      return relative().format(Math.trunc(ms / size), unit);
    },
    ago: (iso, now) => {
      const ms = now - Date.parse(iso);
      if (ms < JUST_NOW_MS) return justNow;
      const [unit, size] = UNITS.find(([, unitMs]) => ms >= unitMs) ?? MINUTE;
      return relative().format(-Math.trunc(ms / size), unit);
    },
    dateTime: (iso) => dateTime().format(new Date(iso)),
    time: (iso) => time().format(new Date(iso)),
    day: (text) => day().format(new Date(text)),
    inYear: (iso, now) =>
      (year().format(new Date(iso)) === year().format(now) ? yearless() : dateTime()).format(new Date(iso)),
    moment: (iso, now) => (Math.abs(now - Date.parse(iso)) < TODAY_MS ? time() : dateTime()).format(new Date(iso)),
    wait: (ms) => {
      const [unit, size] = WAITS.find(([, unitMs]) => ms >= 1.5 * unitMs) ?? WAITS[3];
      return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.ceil(ms / size));
    },
  };
}

/**
 * Makes something of Intl when it is first used: each takes a phone milliseconds, and most screens
 * use one of them.
 */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

/** Lists write hundreds of amounts in a handful of currencies. */
const currencyFormats = new Map<string, Intl.NumberFormat>();

function currencyFormat(locale: string, currency: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  const known = currencyFormats.get(key);
  if (known !== undefined) return known;
  const digits = minorDigits(currency);
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  currencyFormats.set(key, format);
  return format;
}

function joined(parts: readonly Intl.NumberFormatPart[]): string {
  return parts.map(({ value }) => value).join('');
}

/** `0:07`, `12:30`: a running clock. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
