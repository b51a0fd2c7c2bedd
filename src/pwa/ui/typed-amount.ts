import { minorDigits } from '../../contract/money.ts';

/** Thousands set apart by commas, with a point before the decimals: `1,000` and `1,234.50`. */
const COMMAS = /^\d{1,3}(,\d{3})+(\.\d*)?$/;
/** Thousands set apart by points, told by the comma before the decimals: `1.234,50`. */
const POINTS = /^\d{1,3}(\.\d{3})+,\d*$/;
const ONE_COMMA = /^\d+,\d{3}$/;

/**
 * Reads an amount as people write it: `12`, `12.5`, `12,50`, `1,000.00`, `1.000,00`, `1 000,00`.
 * @returns integer minor units of the currency, 0 or more; null for what is no amount, and for what could be two
 */
export function readAmount(text: string, currency: string): number | null {
  const digits = minorDigits(currency);
  const typed = text.replace(/[\s'’]/g, '');
  // One dinar and 234 fils, or 1,234 dinars: nobody can tell.
  if (digits === 3 && ONE_COMMA.test(typed)) return null;
  const [, whole, fraction = ''] = /^(\d{1,9})(?:\.(\d*))?$/.exec(withPoint(typed)) ?? [];
  if (whole === undefined || fraction.length > digits) return null;
  return Number(whole + fraction.padEnd(digits, '0'));
}

/** Reads an amount that may be less than nothing, as the sum of a day may. Everything else is as in {@link readAmount}. */
export function readSignedAmount(text: string, currency: string): number | null {
  const [, sign, bare = ''] = /^\s*([-−])?(.*)$/s.exec(text) ?? [];
  const amount = readAmount(bare, currency);
  return amount === null || sign === undefined ? amount : 0 - amount;
}

/** The digits without what sets thousands apart, and with a point before the decimals. */
function withPoint(typed: string): string {
  if (COMMAS.test(typed)) return typed.replaceAll(',', '');
  return (POINTS.test(typed) ? typed.replaceAll('.', '') : typed).replace(',', '.');
}
