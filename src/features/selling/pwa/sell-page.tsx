import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Person } from '../../../contract/access/people.ts';
import type { IssueRequest } from '../../../contract/redemption/issue-request.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { settingsQuery } from '../../../pwa/api/queries.ts';
import { useSaleNotice } from '../../../pwa/approval/sale-notice.tsx';
import { NotSold, SaleQuestions } from '../../../pwa/approval/sale-questions.tsx';
import { useSuspect } from '../../../pwa/approval/use-suspect.ts';
import { addressOfIssue } from '../../../pwa/shell/addresses.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Page } from '../../../pwa/shell/frame/page.tsx';
import { useWords } from '../../../pwa/words/words.tsx';
import type { ProductView } from '../contract/issue.ts';
import { Catalogue } from './catalogue.tsx';
import { LatestSales } from './latest-sales.tsx';
import { OrderForm } from './order-form.tsx';
import { useSellStore } from './use-selling.ts';

/** Choose a product, enter the quantity, issue; the latest sales are below. */
export function SellPage({ person }: { readonly person: Person }) {
  const { places } = useWords();
  const store = useSellStore();
  const [, go] = useLocation();
  const [chosen, setChosen] = useState<ProductView | null>(null);
  const asksAbove = useQuery(settingsQuery).data?.safeSale.questionsAbove ?? null;
  const notice = useSaleNotice();
  const [asked, setAsked] = useState<IssueRequest | null>(null);
  const [isOver, setOver] = useState(false);
  const suspect = useSuspect();
  const issue = (order: IssueRequest) => {
    const { name = '' } = chosen ?? {};
    go(addressOfIssue(store.sell({ order, productName: name, personId: person.id })));
  };
  /* An unknown value also triggers the questions. */
  const offer = (order: IssueRequest, sum: number | null) =>
    asksAbove !== null && (sum ?? Number.POSITIVE_INFINITY) > asksAbove ? setAsked(order) : issue(order);
  const end = (order: IssueRequest) => {
    setAsked(null);
    setOver(true);
    suspect.mutate({ id: crypto.randomUUID(), wish: { kind: 'issue', order } });
  };
  const leave = () => {
    setOver(false);
    setChosen(null);
  };
  return (
    <Page title={places.sell}>
      <FailureNotice failure={failureOrNull(suspect.error)} />
      {asked !== null && (
        <SaleQuestions
          onNo={(noAfterMs) => issue({ ...asked, care: { ...asked.care, noAfterMs } })}
          onYes={() => end(asked)}
          onClose={() => setAsked(null)}
        />
      )}
      {isOver && <NotSold onBack={leave} />}
      {!isOver && chosen === null && (
        <>
          <Catalogue onChoose={setChosen} />
          <LatestSales person={person} />
        </>
      )}
      {!isOver && chosen !== null && (
        <OrderForm product={chosen} notice={notice} onIssue={offer} onBack={() => setChosen(null)} />
      )}
    </Page>
  );
}
