import { useState } from 'react';
import { useLocation } from 'wouter';
import type { IssueRequest, ProductView } from '../../contract/issue.ts';
import type { Person } from '../../contract/people.ts';
import { addressOfIssue } from '../shell/addresses.ts';
import { Page } from '../shell/frame/page.tsx';
import { useWords } from '../words/words.tsx';
import { Catalogue } from './catalogue.tsx';
import { LatestSales } from './latest-sales.tsx';
import { OrderForm } from './order-form.tsx';
import { useSellStore } from './use-selling.ts';

/** Choose a product, say how many, issue; beneath it what was sold last. */
export function SellPage({ person }: { readonly person: Person }) {
  const { places } = useWords();
  const store = useSellStore();
  const [, go] = useLocation();
  const [chosen, setChosen] = useState<ProductView | null>(null);
  const issue = (order: IssueRequest, productName: string) =>
    go(addressOfIssue(store.sell({ order, productName, personId: person.id })));
  return (
    <Page title={places.sell}>
      {chosen === null ? (
        <>
          <Catalogue onChoose={setChosen} />
          <LatestSales person={person} />
        </>
      ) : (
        <OrderForm product={chosen} onIssue={issue} onBack={() => setChosen(null)} />
      )}
    </Page>
  );
}
