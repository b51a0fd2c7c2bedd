import { currencySchema, majorText } from '../../../contract/money/money.ts';

/** An amount without a currency counts items. */
export function isItemsCurrency(currency: string): boolean {
  return currency === '';
}

/**
 * Formats minor units as decimal text, including sums and negative ones; unchanged if the currency
 * has no known decimals.
 */
export function majorUnits(amount: number, currency: string): string {
  if (!currencySchema.safeParse(currency).success) return String(amount);
  return `${amount < 0 ? '-' : ''}${majorText({ amount: Math.abs(amount), currency })}`;
}
