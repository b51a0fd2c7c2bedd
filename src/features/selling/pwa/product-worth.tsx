import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageWords } from '../../../pwa/words/page-words.ts';
import type { ProductView } from '../contract/issue.ts';

export function useProductWorth(): (product: Pick<ProductView, 'worth' | 'openValue'>) => string {
  const sell = usePageWords('selling');
  const { worth: inWords } = useFormat();
  return ({ worth, openValue }) => {
    if (openValue === true) return sell.yourAmount;
    return worth === null ? sell.unknownWorth : inWords(worth);
  };
}
