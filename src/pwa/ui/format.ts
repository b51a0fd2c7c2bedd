import { isItems, type Money, majorText, minorDigits, type VoucherValue } from '../../contract/money/money.ts';
import { LANGUAGES } from '../../contract/platform/languages.ts';

/** Formats that depend on the language and the shop's time zone, based on Intl. */
export interface Format {
  /** `SGD 80.00`. */
  readonly money: (money: Money) => string;
  /** Sign and number separately, to set the sign smaller; `signFirst` as in the language. */
  readonly moneyParts: (money: Money) => {
    readonly sign: string;
    readonly number: string;
    readonly signFirst: boolean;
  };
  /** The decimal separator of the language. */
  readonly point: '.' | ',';
  /** Money, or a count of items. */
  readonly worth: (worth: VoucherValue) => string;
  /** `in 9 months`: how far off an ISO instant is, in the largest unit that fits at least twice. */
  readonly until: (iso: string, now: number) => string;
  /**
   * `just now`, `1 minute ago`, `2 hours ago`: the time since an ISO instant.
   *
   * An instant in the future, because of a wrong clock, is `just now`.
   */
  readonly ago: (iso: string, now: number) => string;
  /** Date and time of an ISO instant in the shop's time zone. */
  readonly dateTime: (iso: string) => string;
  /** Time of day of an ISO instant in the shop's time zone. */
  readonly time: (iso: string) => string;
  /** A calendar day, `2026-11-23`. */
  readonly day: (day: string) => string;
  /** The time of day of an ISO instant, with the date if it is more than some hours ago. */
  readonly moment: (iso: string, now: number) => string;
  /** Date and time of an ISO instant; the year only if it is a different one. */
  readonly inYear: (iso: string, now: number) => string;
  /** `5 minutes`, `30 seconds`: a waiting time, rounded up. */
  readonly wait: (ms: number) => string;
}

export interface FormatOptions {
  readonly locale: string;
  readonly timeZone: string;
  readonly items: (count: number) => string;
  readonly justNow: string;
}

/** Anything more recent is `just now`. */
const JUST_NOW_MS = 60_000;
/** Within this time, a time of day is unambiguous. */
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
 * Creates the formats of one language in one shop.
 * @param items text for a count of items
 * @param justNow text for the last moments
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
 * Creates an Intl object on first use: each takes a phone milliseconds, and most screens need only
 * one.
 */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

/** Lists format hundreds of amounts in a few currencies. */
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
