import type { ProductView } from '../contract/issue.ts';

/**
 * Returns products that contain all typed words in name, description or code, ignoring case and
 * accents.
 */
export function searchProducts(products: readonly ProductView[], typed: string): readonly ProductView[] {
  const terms = folded(typed).split(/\s+/).filter(Boolean);
  return products.filter(({ name, description, code }) => {
    const text = folded(`${name} ${description ?? ''} ${code}`);
    return terms.every((term) => text.includes(term));
  });
}

function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}
