export function ownFirst<Sums extends { readonly currency: string }>(
  sums: readonly Sums[],
  own: string,
): readonly Sums[] {
  return [...sums].sort((a, b) => Number(b.currency === own) - Number(a.currency === own));
}
