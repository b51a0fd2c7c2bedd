import { useState } from 'react';
import { useLocation } from 'wouter';
import type { IssueRequest, ProductView } from '../../contract/issue.ts';
import type { Person } from '../../contract/people.ts';
import { usePageWords } from '../words/page-words.ts';
import { Catalogue } from './catalogue.tsx';
import { LatestSales } from './latest-sales.tsx';
import { OrderForm } from './order-form.tsx';
import { useSellStore } from './use-selling.ts';

/** Choose a product, say how many, issue; beneath it what was sold last. */
export function SellPage({ person }: { readonly person: Person }) {
  const sell = usePageWords('sell');
  const store = useSellStore();
  const [, go] = useLocation();
  const [chosen, setChosen] = useState<ProductView | null>(null);
  const issue = (order: IssueRequest, productName: string) => go(`/sell/${store.sell({ order, productName, personId: person.id })}`);
  return (
    <main className="mx-auto grid w-full max-w-5xl grid-cols-[minmax(0,1fr)] gap-6 p-4 till:p-6">
      <h1 className="text-title font-semibold">{sell.title}</h1>
      {chosen === null ? (
        <>
          <Catalogue onChoose={setChosen} />
          <LatestSales person={person} />
        </>
      ) : (
        <OrderForm product={chosen} onIssue={issue} onBack={() => setChosen(null)} />
      )}
    </main>
  );
}
