import * as z from 'zod/mini';
import { AMOUNT_MAX, ITEMS_MAX } from './limits.ts';

/**
 * Decimals of each currency by ISO 4217. Amounts are sent and stored with these decimals. Those of
 * JavaScript engines differ, because CLDR has the decimals that people still write, and change with
 * updates. Some recently withdrawn currencies are included because rows still name them.
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

/** True for an ISO 4217 code with known decimals. */
export function isCurrency(code: string): boolean {
  return DIGITS.has(code);
}

/** ISO 4217 alphabetic code of a currency with known decimals. */
export const currencySchema = z
  .string()
  .check(z.regex(/^[A-Z]{3}$/, 'Use a three-letter currency code'), z.refine(isCurrency, 'Use a currency of ISO 4217'));

/**
 * Integer minor units (cents for SGD) with their currency. Zero is allowed, fractions and negatives
 * are not.
 */
export const moneySchema = z.strictObject({
  amount: z.int().check(z.minimum(0), z.maximum(AMOUNT_MAX)),
  currency: currencySchema,
});
export type Money = z.infer<typeof moneySchema>;

/** The balance of a product-based voucher: a count, not money. */
export const itemsSchema = z.strictObject({ items: z.int().check(z.minimum(0), z.maximum(ITEMS_MAX)) });
export type Items = z.infer<typeof itemsSchema>;

/** The value of a voucher: money, or a count of items. */
export const voucherValueSchema = z.union([moneySchema, itemsSchema]);
export type VoucherValue = z.infer<typeof voucherValueSchema>;

/**
 * Validating constructor of money.
 * @param amount integer minor units, 0 to AMOUNT_MAX
 * @throws RangeError if the amount is not a safe integer in range or the currency is not in ISO
 * 4217
 */
export function money(amount: number, currency: string): Money {
  const parsed = moneySchema.safeParse({ amount, currency });
  if (!parsed.success) throw new RangeError('money takes integer minor units in range and a currency of ISO 4217');
  return parsed.data;
}

export function isItems(value: VoucherValue): value is Items {
  return 'items' in value;
}

/**
 * The bare number: minor units, or items. Only compare numbers of the same kind, see
 * {@link isSameKind}.
 */
export function magnitude(value: VoucherValue): number {
  return isItems(value) ? value.items : value.amount;
}

/** True if two values can be added or compared: both items, or the same currency. */
export function isSameKind(a: VoucherValue, b: VoucherValue): boolean {
  if (isItems(a) || isItems(b)) return isItems(a) && isItems(b);
  return a.currency === b.currency;
}

/** The unit of a value: `items`, or the currency. Equal units are the same kind. */
export function unitOf(value: VoucherValue): string {
  return isItems(value) ? 'items' : value.currency;
}

export function withMagnitude(like: VoucherValue, value: number): VoucherValue {
  return isItems(like) ? { items: value } : money(value, like.currency);
}

/**
 * Number of decimals of a currency's minor unit by ISO 4217. It is 2 for SGD and IDR, 0 for JPY, 3
 * for KWD. An unknown currency has no decimals, so that its amounts are displayed unchanged.
 */
export function minorDigits(currency: string): number {
  return DIGITS.get(currency) ?? 0;
}

/**
 * Formats minor units as decimal text for exports and for display without arithmetic.
 * `majorText({amount: 2340, currency: 'SGD'})` is `23.40`.
 */
export function majorText({ amount, currency }: Money): string {
  const digits = minorDigits(currency);
  const padded = String(amount).padStart(digits + 1, '0');
  return digits === 0 ? padded : `${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}
