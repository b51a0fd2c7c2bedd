import { minorDigits } from '../../contract/money.ts';

/**
 * Reads an amount that a person typed: `12`, `12.5`, `12,50`, `1,000.00`.
 * @returns integer minor units of the currency, or null for what is no amount
 */
export function readAmount(text: string, currency: string): number | null {
  const digits = minorDigits(currency);
  const compact = text.replace(/\s/g, '');
  const bare = /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(compact) ? compact.replaceAll(',', '') : compact.replace(',', '.');
  const [, whole, fraction = ''] = /^(\d{1,9})(?:\.(\d*))?$/.exec(bare) ?? [];
  if (whole === undefined || fraction.length > digits) return null;
  return Number(whole + fraction.padEnd(digits, '0'));
}
