import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Loaded } from '../../../pwa/shell/loaded.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { ProductView } from '../contract/issue.ts';
import { searchProducts } from './catalogue-search.ts';
import { useProductValue } from './product-value.tsx';
import { productsQuery } from './queries.ts';

export function Catalogue({ onChoose }: { readonly onChoose: (product: ProductView) => void }) {
  const sell = usePageMessages('selling');
  const products = useQuery(productsQuery);
  const [typed, setTyped] = useState('');
  return (
    <section aria-labelledby="catalogue" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="catalogue" className="text-section font-semibold">
        {sell.choose}
      </h2>
      <Field label={sell.search} type="search" value={typed} onChange={(event) => setTyped(event.target.value)} />
      <Loaded query={products}>{(all) => <Products all={all} typed={typed} onChoose={onChoose} />}</Loaded>
    </section>
  );
}

interface ProductsProps {
  readonly all: readonly ProductView[];
  readonly typed: string;
  readonly onChoose: (product: ProductView) => void;
}

function Products({ all, typed, onChoose }: ProductsProps) {
  const sell = usePageMessages('selling');
  const found = searchProducts(all, typed);
  return (
    <>
      <p role="status" className="text-label text-neutral-9">
        {found.length > 0 ? sell.found(found.length) : all.length === 0 ? sell.emptyCatalogue : sell.nothingFound}
      </p>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2 tablet:grid-cols-2">
        {found.map((product) => (
          <li key={product.code}>
            <ProductButton product={product} onChoose={() => onChoose(product)} />
          </li>
        ))}
      </ul>
    </>
  );
}

function ProductButton({ product, onChoose }: { readonly product: ProductView; readonly onChoose: () => void }) {
  const value = useProductValue()(product);
  return (
    <button
      type="button"
      onClick={onChoose}
      className="card flex size-full min-h-16 items-center gap-3 px-4 py-3 text-left transition-colors hover:bg-neutral-3"
    >
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="font-semibold wrap-anywhere">{product.name}</span>
        {product.description !== null && <span className="text-label text-neutral-9">{product.description}</span>}
      </span>
      <span className="max-w-32 shrink-0 text-right font-medium tabular-nums">{value}</span>
      <ChevronRight aria-hidden strokeWidth={1.75} size={20} className="shrink-0 text-neutral-9" />
    </button>
  );
}
