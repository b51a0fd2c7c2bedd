export function shopCurrencyFirst<Sums extends { readonly currency: string }>(
  sums: readonly Sums[],
  shopCurrency: string,
): readonly Sums[] {
  return [...sums].sort((a, b) => Number(b.currency === shopCurrency) - Number(a.currency === shopCurrency));
}
