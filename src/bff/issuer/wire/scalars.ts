import * as z from 'zod';
import { AMOUNT_MAX } from '../../../contract/money/limits.ts';
import { type VoucherValue, voucherValueSchema } from '../../../contract/money/money.ts';
import { ID_CHARS_MAX, LABEL_CHARS_MAX } from './limits.ts';

/** `mid`: 15 digits; a service that sends it as a number has lost its leading zeros. */
const MID_DIGITS = 15;
const FLAG_VALUES: ReadonlyMap<unknown, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/**
 * A field that never invalidates the whole answer: `reader` accepts any value, including a missing
 * field.
 */
const lenient = <T>(reader: (value: unknown) => T) => z.preprocess(reader, z.custom<T>());

/**
 * An id, code, ref or PIN as text; numbers become their digits; null if missing, empty, too long,
 * with spaces or of another type.
 */
export const idText = lenient(readId);
/** Merchant id, with the zeros that a number lost. */
export const midText = lenient((value) =>
  typeof value === 'number' ? (readId(value)?.padStart(MID_DIGITS, '0') ?? null) : readId(value),
);
/** Text for people, see {@link oneLine}; null if missing or of another type. */
export const label = lenient((value) =>
  typeof value === 'string' || typeof value === 'number' ? oneLine(String(value)) || null : null,
);
/** An integer, also as a string of digits; null if missing, fractional or anything else. */
export const integer = lenient(readInteger);
/** A number, fractions allowed, also as decimal text; null if missing or anything else. */
export const decimal = lenient(readDecimal);
/** True, false, or null if absent. */
export const flag = lenient((value) => (typeof value === 'boolean' ? value : (FLAG_VALUES.get(value) ?? null)));
/** ISO 4217 code in capitals; null if missing, empty (product-based vouchers have "") or none. */
export const currencyCode = lenient((value) =>
  typeof value === 'string' && /^[A-Za-z]{3}$/.test(value) ? value.toUpperCase() : null,
);

function readId(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : null;
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return text === '' || text.length > ID_CHARS_MAX || /[\s\p{C}]/u.test(text) ? null : text;
}

function readDecimal(value: unknown): number | null {
  const number = typeof value === 'string' && /^-?\d{1,15}(\.\d{1,6})?$/.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

function readInteger(value: unknown): number | null {
  const number = readDecimal(value);
  return Number.isSafeInteger(number) ? number : null;
}

/**
 * Cleans text from the issuer for a screen or a log: one line, no control characters, at most
 * `charsMax` characters.
 */
export function oneLine(text: string, charsMax: number = LABEL_CHARS_MAX): string {
  return text
    .slice(0, charsMax * 4)
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, charsMax);
}

/**
 * A list without its invalid items, empty if the value is not a list; only for data that is
 * displayed.
 */
export function lenientList<T extends z.ZodType>(item: T) {
  return lenient((value) =>
    (Array.isArray(value) ? value : []).flatMap((entry: unknown) => item.safeParse(entry).data ?? []),
  );
}

/**
 * A list, a single item without its list, or an empty list for null or a missing value. An invalid
 * item makes the whole list invalid.
 */
export function oneOrMany<T extends z.ZodType>(item: T) {
  return z.preprocess(
    (value) => (Array.isArray(value) ? value : value === null || value === undefined ? [] : [value]),
    z.array(item),
  );
}

/**
 * Builds money or items from a number that the issuer gave; null if the number or the currency is
 * invalid.
 */
export function toVoucherValue(
  kind: 'money' | 'items',
  value: number | null,
  currency: string | null,
): VoucherValue | null {
  return voucherValueSchema.safeParse(kind === 'items' ? { items: value } : { amount: value, currency }).data ?? null;
}

/** Returns the number if it is a possible value of a voucher, money or items; else null. */
export function possibleVoucherNumber(value: number | null): number | null {
  return value !== null && Number.isSafeInteger(value) && value >= 0 && value <= AMOUNT_MAX ? value : null;
}

/**
 * Converts an amount in major units to minor units; null if it has more decimals than the currency.
 */
export function minorUnits(major: number, digits: number): number | null {
  const minor = Math.round(major * 10 ** digits);
  return Math.abs(minor - major * 10 ** digits) < 1e-6 ? minor : null;
}
