import { ChevronLeft } from 'lucide-react';
import type { RefObject } from 'react';
import { Button } from '../../../pwa/ui/button.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { ProductView } from '../contract/issue.ts';
import { useProductValue } from './product-value.tsx';

interface ProductDetailsProps {
  readonly product: ProductView;
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly onBack: () => void;
}

export function ProductDetails({ product, heading, onBack }: ProductDetailsProps) {
  const sell = usePageMessages('selling');
  const { check } = useMessages();
  const value = useProductValue()(product);
  const { name, description, terms, singleUse, code, openValue } = product;
  return (
    <section className="card grid gap-3 p-4 till:p-6">
      <h2 ref={heading} tabIndex={-1} className="rounded-button text-section font-semibold">
        {name}
      </h2>
      <p className={openValue === true ? 'font-medium' : 'text-title font-semibold tabular-nums'}>{value}</p>
      {description !== null && <p>{description}</p>}
      <p className="text-label text-neutral-9">
        {singleUse !== null && <span className="block">{singleUse ? check.singleUse : check.multipleUse}</span>}
        <span className="block break-all">{sell.code(code)}</span>
      </p>
      {terms !== null && (
        <details>
          <summary className="flex min-h-12 items-center font-medium underline underline-offset-4">
            {sell.terms}
          </summary>
          <p className="whitespace-pre-line text-neutral-10">{terms}</p>
        </details>
      )}
      <Button className="justify-self-start max-tablet:w-full" onClick={onBack}>
        <ChevronLeft aria-hidden strokeWidth={1.75} />
        {sell.another}
      </Button>
    </section>
  );
}
