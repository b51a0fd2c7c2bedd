import { Notice } from '../../../pwa/ui/notice.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { ShopAnswer } from '../contract/shop-answers.ts';

/** Names the shops without an answer, which no total includes. */
export function MissingShops({ shops }: { readonly shops: readonly ShopAnswer<unknown>[] }) {
  const { missing } = usePageMessages('chain');
  return (['suspended', 'unread'] as const).map((reason) => {
    const some = shops.filter(({ answer, suspended }) => answer === null && suspended === (reason === 'suspended'));
    const names = some.map(({ name }) => name).join(', ');
    return (
      some.length > 0 && (
        <Notice key={reason} tone="attention">
          {missing[reason](names)}
        </Notice>
      )
    );
  });
}
