import type { TypedAmounts } from '../../contract/access/till-rule.ts';
import { minorDigits } from '../../contract/money/money.ts';
import { withAsciiDigits } from '../../contract/platform/ascii-digits.ts';

/**
 * Commas between thousands, or lakhs as in India, and a decimal point: `1,000`, `1,234.50`,
 * `1,23,456`.
 */
const COMMAS = /^(?:\d{1,3}(,\d{3})+|\d{1,2}(,\d{2})+,\d{3})(\.\d*)?$/;
/**
 * Points between thousands, recognised by a decimal comma or a second point: `1.234,50`,
 * `1.234.567`.
 */
const POINTS = /^\d{1,3}(?:(\.\d{3})+,\d*|(\.\d{3}){2,})$/;
/** The decimal separator of Arabic keyboards, which also have a separator of thousands. */
export const ARABIC_POINT = '٫';
const ONE_COMMA = /^\d+,\d{3}$/;

/**
 * Parses an amount in the notation of people and screens: `12`, `12.5`, `12,50`, `1,000.00`,
 * `1.000,00`, `1 000,00`, `SGD 80.00`.
 * @returns integer minor units of the currency, 0 or more; null for an invalid or ambiguous text
 */
export function readAmount(text: string, currency: string): number | null {
  const digits = minorDigits(currency);
  const plain = withAsciiDigits(text.replace(/[\s'’٬]/g, '')).replace(ARABIC_POINT, '.');
  const typed = withoutCode(plain, currency);
  // One dinar and 234 fils, or 1,234 dinars: this is ambiguous.
  if (digits === 3 && ONE_COMMA.test(typed)) return null;
  const [, whole, fraction = ''] = /^(\d{1,9})(?:\.(\d*))?$/.exec(withPoint(typed)) ?? [];
  if (whole === undefined || fraction.length > digits) return null;
  return Number(whole + fraction.padEnd(digits, '0'));
}

/**
 * Parses an amount typed by a person. Digits alone may be cents, as on the shop's register.
 *
 * Everything else is as in {@link readAmount}.
 */
export function readTyped(text: string, currency: string, typed: TypedAmounts): number | null {
  const plain = withAsciiDigits(text);
  return typed === 'cents' && /^\d{1,12}$/.test(plain) ? Number(plain) : readAmount(plain, currency);
}

/**
 * Parses an amount that may be negative, such as the total of a day.
 *
 * Everything else is as in {@link readTyped}.
 */
export function readSignedAmount(text: string, currency: string, typed: TypedAmounts): number | null {
  const [, sign, bare = ''] = /^\s*([-−])?(.*)$/s.exec(text) ?? [];
  const amount = readTyped(bare.trim(), currency, typed);
  return amount === null || sign === undefined ? amount : 0 - amount;
}

function withoutCode(typed: string, currency: string): string {
  if (typed.startsWith(currency)) return typed.slice(currency.length);
  return typed.endsWith(currency) ? typed.slice(0, -currency.length) : typed;
}

/** Removes separators of thousands, and uses a decimal point. */
function withPoint(typed: string): string {
  if (COMMAS.test(typed)) return typed.replaceAll(',', '');
  return (POINTS.test(typed) ? typed.replaceAll('.', '') : typed).replace(',', '.');
}
