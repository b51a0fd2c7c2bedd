import { currencySchema, majorText } from '../../../contract/money/money.ts';

/** An amount without a currency counts items. */
export function isItemsCurrency(currency: string): boolean {
  return currency === '';
}

/**
 * Minor units as decimal text, sums and negative ones too; as they are where the currency is none
 * that is known to have decimals.
 */
export function majorUnits(amount: number, currency: string): string {
  if (!currencySchema.safeParse(currency).success) return String(amount);
  return `${amount < 0 ? '-' : ''}${majorText({ amount: Math.abs(amount), currency })}`;
}
