import * as z from 'zod/mini';

/** The largest amount in minor units that is ever accepted: 10 million units of a two-decimal currency. */
export const AMOUNT_MAX = 1_000_000_000;
/** The largest count of items that is ever accepted. */
export const ITEMS_MAX = 1_000;

/** ISO 4217 alphabetic code. */
export const currencySchema = z.string().check(z.regex(/^[A-Z]{3}$/, 'Use a three-letter currency code'));

/** Integer minor units (cents for SGD) with their currency; zero is allowed, fractions and negatives are not. */
export const moneySchema = z.strictObject({
  amount: z.int().check(z.minimum(0), z.maximum(AMOUNT_MAX)),
  currency: currencySchema,
});
export type Money = z.infer<typeof moneySchema>;

/** What a product-based voucher holds: a count, not money. */
export const itemsSchema = z.strictObject({ items: z.int().check(z.minimum(0), z.maximum(ITEMS_MAX)) });
export type Items = z.infer<typeof itemsSchema>;

/** What a voucher can be worth: money, or a count of items. */
export const worthSchema = z.union([moneySchema, itemsSchema]);
export type Worth = z.infer<typeof worthSchema>;

/**
 * Guarded constructor of money.
 * @param amount integer minor units, 0 to AMOUNT_MAX
 * @throws RangeError when the amount is not a safe integer in range or the currency is not three letters
 */
export function money(amount: number, currency: string): Money {
  const parsed = moneySchema.safeParse({ amount, currency });
  if (!parsed.success) throw new RangeError('money takes integer minor units in range and a three-letter currency');
  return parsed.data;
}

/** True for a count of items, false for money. */
export function isItems(worth: Worth): worth is Items {
  return 'items' in worth;
}

/** The bare number inside: minor units, or items. Only compare numbers of the same kind, see {@link sameKind}. */
export function magnitude(worth: Worth): number {
  return isItems(worth) ? worth.items : worth.amount;
}

/** True when two worths can be added or compared: both items, or the same currency. */
export function sameKind(a: Worth, b: Worth): boolean {
  if (isItems(a) || isItems(b)) return isItems(a) && isItems(b);
  return a.currency === b.currency;
}

/** What a worth counts: `items`, or the currency. Equal units are the same kind. */
export function unitOf(worth: Worth): string {
  return isItems(worth) ? 'items' : worth.currency;
}

/** The same kind of worth with another number in it. */
export function withMagnitude(like: Worth, value: number): Worth {
  return isItems(like) ? { items: value } : money(value, like.currency);
}

/** Asking for it takes longer than everything that is done with it. */
const digitsOf = new Map<string, number>();

/** Number of decimals of a currency's minor unit: 2 for SGD, 0 for JPY, 3 for KWD. */
export function minorDigits(currency: string): number {
  const known = digitsOf.get(currency);
  if (known !== undefined) return known;
  const digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  digitsOf.set(currency, digits);
  return digits;
}

/** Decimal text of minor units for exports and arithmetic-free display: `majorText({amount: 2340, currency: 'SGD'})` is `23.40`. */
export function majorText({ amount, currency }: Money): string {
  const digits = minorDigits(currency);
  const padded = String(amount).padStart(digits + 1, '0');
  return digits === 0 ? padded : `${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}
