/**
 * Reads an amount as people write it, with a point or a comma before the decimals.
 * @param digits decimals of the currency's minor unit
 * @returns minor units; null for text that is no such amount
 */
export function minorUnits(text: string, digits: number): number | null {
  const match = /^([-−])?(\d{1,9})(?:[.,](\d+))?$/.exec(text.replace(/[\s']/g, ''));
  if (match === null) return null;
  const [, sign, whole = '', decimals = ''] = match;
  if (decimals.length > digits) return null;
  const value = Number(whole + decimals.padEnd(digits, '0'));
  return sign === undefined ? value : 0 - value;
}
