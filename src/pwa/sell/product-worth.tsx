import type { ProductView } from '../../contract/issue.ts';
import { useFormat } from '../ui/use-format.tsx';
import { usePageWords } from '../words/page-words.ts';

/** What a voucher of a product holds, in words. */
export function useProductWorth(): (product: Pick<ProductView, 'worth' | 'openValue'>) => string {
  const sell = usePageWords('sell');
  const { worth: inWords } = useFormat();
  return ({ worth, openValue }) => {
    if (openValue === true) return sell.yourAmount;
    return worth === null ? sell.unknownWorth : inWords(worth);
  };
}
