import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { ProductView } from '../contract/issue.ts';

export function useProductValue(): (product: Pick<ProductView, 'worth' | 'openValue'>) => string {
  const sell = usePageMessages('selling');
  const { value: formatValue } = useFormat();
  return ({ worth, openValue }) => {
    if (openValue === true) return sell.yourAmount;
    return worth === null ? sell.unknownWorth : formatValue(worth);
  };
}
