import type { TypedAmounts } from '../../contract/access/till-rule.ts';
import { minorDigits } from '../../contract/money/money.ts';

/**
 * Thousands set apart by commas, or as in India lakhs, with a point before the decimals: `1,000`,
 * `1,234.50`, `1,23,456`.
 */
const COMMAS = /^(?:\d{1,3}(,\d{3})+|\d{1,2}(,\d{2})+,\d{3})(\.\d*)?$/;
/**
 * Thousands set apart by points, told by the comma before the decimals or by a second point:
 * `1.234,50`, `1.234.567`.
 */
const POINTS = /^\d{1,3}(?:(\.\d{3})+,\d*|(\.\d{3}){2,})$/;
const ONE_COMMA = /^\d+,\d{3}$/;

/**
 * Reads an amount as people write it and as the screens do: `12`, `12.5`, `12,50`, `1,000.00`,
 * `1.000,00`, `1 000,00`, `SGD 80.00`.
 * @returns integer minor units of the currency, 0 or more; null for what is no amount, and for what
 * could be two
 */
export function readAmount(text: string, currency: string): number | null {
  const digits = minorDigits(currency);
  const typed = withoutCode(text.replace(/[\s'’]/g, ''), currency);
  // One dinar and 234 fils, or 1,234 dinars: nobody can tell.
  if (digits === 3 && ONE_COMMA.test(typed)) return null;
  const [, whole, fraction = ''] = /^(\d{1,9})(?:\.(\d*))?$/.exec(withPoint(typed)) ?? [];
  if (whole === undefined || fraction.length > digits) return null;
  return Number(whole + fraction.padEnd(digits, '0'));
}

/**
 * Reads an amount as it is typed at a till. Digits alone may be cents there.
 *
 * Everything else is as in {@link readAmount}.
 */
export function readTyped(text: string, currency: string, typed: TypedAmounts): number | null {
  return typed === 'cents' && /^\d{1,12}$/.test(text) ? Number(text) : readAmount(text, currency);
}

/**
 * Reads an amount that may be less than nothing, as the sum of a day may.
 *
 * Everything else is as in {@link readAmount}.
 */
export function readSignedAmount(text: string, currency: string): number | null {
  const [, sign, bare = ''] = /^\s*([-−])?(.*)$/s.exec(text) ?? [];
  const amount = readAmount(bare, currency);
  return amount === null || sign === undefined ? amount : 0 - amount;
}

/** The amount without the code of its currency before or behind it. */
function withoutCode(typed: string, currency: string): string {
  if (typed.startsWith(currency)) return typed.slice(currency.length);
  return typed.endsWith(currency) ? typed.slice(0, -currency.length) : typed;
}

/** The digits without what sets thousands apart, and with a point before the decimals. */
function withPoint(typed: string): string {
  if (COMMAS.test(typed)) return typed.replaceAll(',', '');
  return (POINTS.test(typed) ? typed.replaceAll('.', '') : typed).replace(',', '.');
}
