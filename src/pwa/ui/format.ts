import { isItems, type Money, majorText, minorDigits, type VoucherValue } from '../../contract/money/money.ts';
import { LANGUAGES } from '../../contract/platform/languages.ts';
import { JUST_NOW_MS, TODAY_MS } from './limits.ts';

/**
 * The locale of dates: the language as it is written in the shop's region, which the currency
 * names. The clock has 24 hours, apart from the United States.
 */
export function dateLocaleOf(tag: string, currency: string): string {
  const country = currency.slice(0, 2);
  if (country === 'US') return `${tag}-US`;
  /* Currencies of several countries: Europe and the world. */
  const region = country === 'EU' ? '150' : country.startsWith('X') ? '001' : country;
  return `${tag}-${region}-u-hc-h23`;
}

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
  readonly value: (worth: VoucherValue) => string;
  /** `in 9 months`: the time until an ISO instant, in the largest unit that fits at least twice. */
  readonly until: (iso: string, now: number) => string;
  /**
   * `just now`, `1 minute ago`, `2 hours ago`: the time since an ISO instant.
   *
   * An instant in the future, because of a wrong clock, is `just now`.
   */
  readonly ago: (iso: string, now: number) => string;
  readonly dateLocale: string;
  /** Date and time of an ISO instant in the shop's time zone. */
  readonly dateTime: (iso: string) => string;
  /** Date and time with seconds. */
  readonly second: (iso: string) => string;
  /** Time of day of an ISO instant in the shop's time zone. */
  readonly time: (iso: string) => string;
  /** A calendar day, `2026-11-23`. */
  readonly day: (day: string) => string;
  /** The time of day of an ISO instant, with the date if it is more than some hours ago. */
  readonly moment: (iso: string, now: number) => string;
  /** Date and time of an ISO instant; with the year if it is not the current one. */
  readonly inYear: (iso: string, now: number) => string;
  /** `5 minutes`, `30 seconds`: a waiting time, rounded up. */
  readonly wait: (ms: number) => string;
}

export interface FormatOptions {
  readonly locale: string;
  /** The locale of dates and times; `locale` if absent. */
  readonly dateLocale?: string;
  readonly timeZone: string;
  readonly items: (count: number) => string;
  readonly justNow: string;
}

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
  const { locale, dateLocale = locale, timeZone, items, justNow } = options;
  const relative = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'always' }));
  const dateTime = once(
    () => new Intl.DateTimeFormat(dateLocale, { timeZone, dateStyle: 'medium', timeStyle: 'short' }),
  );
  const yearless = once(
    () =>
      new Intl.DateTimeFormat(dateLocale, {
        timeZone,
        month: 'short',
        day: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
      }),
  );
  const year = once(() => new Intl.DateTimeFormat(dateLocale, { timeZone, year: 'numeric' }));
  const day = once(() => new Intl.DateTimeFormat(dateLocale, { timeZone: 'UTC', dateStyle: 'medium' }));
  const time = once(() => new Intl.DateTimeFormat(dateLocale, { timeZone, timeStyle: 'short' }));
  const second = once(
    () => new Intl.DateTimeFormat(dateLocale, { timeZone, dateStyle: 'medium', timeStyle: 'medium' }),
  );
  const parts = (money: Money) => currencyFormat(locale, money.currency).formatToParts(Number(majorText(money)));
  const formatMoney = (money: Money) => joinParts(parts(money));
  return {
    money: formatMoney,
    dateLocale,
    moneyParts: (money) => {
      const all = parts(money);
      const isSign = ({ type }: Intl.NumberFormatPart) => type === 'currency';
      const number = joinParts(all.filter((part) => !isSign(part))).trim();
      return { sign: joinParts(all.filter(isSign)), number, signFirst: all.findIndex(isSign) === 0 };
    },
    point: Object.values(LANGUAGES).find(({ tag }) => locale.startsWith(tag))?.point ?? '.',
    value: (worth) => (isItems(worth) ? items(worth.items) : formatMoney(worth)),
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
    second: (iso) => second().format(new Date(iso)),
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
  const cached = currencyFormats.get(key);
  if (cached !== undefined) return cached;
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

function joinParts(parts: readonly Intl.NumberFormatPart[]): string {
  return parts.map(({ value }) => value).join('');
}

/** `0:07`, `12:30`: a running clock. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
