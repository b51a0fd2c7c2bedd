import * as z from 'zod/mini';

/**
 * The largest amount in minor units that is ever accepted.
 *
 * That is 10 million units of a two-decimal currency.
 */
export const AMOUNT_MAX = 1_000_000_000;
/** The largest count of items that is ever accepted. */
export const ITEMS_MAX = 1_000;

/**
 * ISO 4217 says how many decimals a currency has.
 *
 * Amounts travel and are kept by it. Engines say something else (CLDR: what people there still
 * write), each its own, and it changes with an update. Some that were withdrawn lately are here
 * because rows still name them.
 */
const CURRENCIES_BY_DIGITS: Readonly<Record<0 | 2 | 3 | 4, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE
    CHF CHW CNY COP COU CRC CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD
    HNL HRK HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP
    MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR
    SDG SEK SGD SHP SLE SLL SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED
    VES WST XCD XCG YER ZAR ZMW ZWG ZWL`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

const DIGITS: ReadonlyMap<string, number> = new Map(
  Object.entries(CURRENCIES_BY_DIGITS).flatMap(([digits, codes]) =>
    codes.split(/\s+/).map((code) => [code, Number(digits)] as const),
  ),
);

/** True for an ISO 4217 code whose decimals are known. */
export function isCurrency(code: string): boolean {
  return DIGITS.has(code);
}

/** ISO 4217 alphabetic code, of a currency whose decimals are known. */
export const currencySchema = z
  .string()
  .check(z.regex(/^[A-Z]{3}$/, 'Use a three-letter currency code'), z.refine(isCurrency, 'Use a currency of ISO 4217'));

/**
 * Integer minor units (cents for SGD) with their currency.
 *
 * Zero is allowed, fractions and negatives are not.
 */
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
 * @throws RangeError when the amount is not a safe integer in range or the currency is none of ISO
 * 4217
 */
export function money(amount: number, currency: string): Money {
  const parsed = moneySchema.safeParse({ amount, currency });
  if (!parsed.success) throw new RangeError('money takes integer minor units in range and a currency of ISO 4217');
  return parsed.data;
}

/** True for a count of items, false for money. */
export function isItems(worth: Worth): worth is Items {
  return 'items' in worth;
}

/**
 * The bare number inside: minor units, or items.
 *
 * Only compare numbers of the same kind, see {@link sameKind}.
 */
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

/**
 * Number of decimals of a currency's minor unit by ISO 4217.
 *
 * It is 2 for SGD and IDR, 0 for JPY, 3 for KWD. A currency that the table does not have has none,
 * so that its amounts stay as they are.
 */
export function minorDigits(currency: string): number {
  return DIGITS.get(currency) ?? 0;
}

/**
 * Decimal text of minor units for exports and arithmetic-free display.
 *
 * `majorText({amount: 2340, currency: 'SGD'})` is `23.40`.
 */
export function majorText({ amount, currency }: Money): string {
  const digits = minorDigits(currency);
  const padded = String(amount).padStart(digits + 1, '0');
  return digits === 0 ? padded : `${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}
