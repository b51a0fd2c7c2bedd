import { minorDigits } from '../../../../contract/money/money.ts';
import type { ListColumns } from './columns.ts';

/** Allowed digit groups and decimals, by decimal sign. */
const NUMBER = {
  '.': /^(?<whole>\d*|\d{1,3}(?:[,'’ \u00a0\u202f]\d{2,3})*[,'’ \u00a0\u202f]\d{3})(?:\.(?<fraction>\d+))?$/,
  ',': /^(?<whole>\d*|\d{1,3}(?:[.'’ \u00a0\u202f]\d{2,3})*[.'’ \u00a0\u202f]\d{3})(?:,(?<fraction>\d+))?$/,
} as const;
/** An abbreviation such as *Rp.* ends with a point that is no decimal sign. */
const CELL = /^(?<before>(?:\D*\p{L}\.?)?[^\d.,]*)(?<digits>[.,]?\d(?:.*\d)?)(?<after>[^\d.,]*)$/u;

/**
 * Reads an amount in minor units, strictly in the confirmed format. An amount with three decimals
 * in a currency with fewer is refused, because they are more likely thousands. An amount of another
 * currency is refused as well.
 * @returns null if it cannot be read without guessing
 */
export function readListAmount(
  text: string,
  currency: string,
  { decimal = '.', minor = false }: Pick<ListColumns, 'decimal' | 'minor'>,
): number | null {
  const { before = '', digits = '', after = '' } = CELL.exec(text.trim())?.groups ?? {};
  const code = /\b[A-Z]{3}\b/.exec(`${before} ${after}`)?.[0];
  const found = NUMBER[decimal].exec(digits)?.groups;
  if (digits === '' || found === undefined || (code !== undefined && code !== currency)) return null;
  const { whole = '', fraction = '' } = found;
  const decimalDigits = minor ? 0 : minorDigits(currency);
  const decimals = fraction.replace(/0+$/, '');
  if ((fraction.length === 3 && decimalDigits < 3) || decimals.length > decimalDigits) return null;
  const amount = Number(whole.replaceAll(/\D/g, '') + decimals.padEnd(decimalDigits, '0'));
  const isNegative = /[-\u2212(]/.test(before) || /[-\u2212]/.test(after);
  return Number.isSafeInteger(amount) ? (isNegative ? -amount : amount) : null;
}
