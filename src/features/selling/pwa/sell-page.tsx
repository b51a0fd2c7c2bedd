import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Person } from '../../../contract/access/people.ts';
import type { IssueRequest } from '../../../contract/redemption/issue-request.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { settingsQuery } from '../../../pwa/api/queries.ts';
import { useSaleNotice } from '../../../pwa/approval/sale-notice.tsx';
import { useSuspect } from '../../../pwa/approval/use-suspect.ts';
import { addressOfIssue } from '../../../pwa/shell/addresses.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Page } from '../../../pwa/shell/layout/page.tsx';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { ProductView } from '../contract/issue.ts';
import { Catalogue } from './catalogue.tsx';
import { LatestSales } from './latest-sales.tsx';
import { OrderForm } from './order-form.tsx';
import { SaleQuestions, SaleStopped } from './sale-questions.tsx';
import { useSellStore } from './use-selling.ts';

/** An order, and its sum in minor units; null if that is unknown. */
interface PricedOrder {
  readonly order: IssueRequest;
  readonly sum: number | null;
}

/** The page for selling vouchers, with the latest sales. */
export function SellPage({ person }: { readonly person: Person }) {
  const { places } = useMessages();
  const store = useSellStore();
  const [, go] = useLocation();
  const [chosen, setChosen] = useState<ProductView | null>(null);
  const questionsAbove = useQuery(settingsQuery).data?.safeSale.questionsAbove ?? null;
  const notice = useSaleNotice();
  const [offered, setOffered] = useState<PricedOrder | null>(null);
  const [answered, setAnswered] = useState<{ readonly sum: number | null; readonly noAfterMs: number } | null>(null);
  const [isOver, setOver] = useState(false);
  const suspect = useSuspect();
  const issue = (order: IssueRequest) => {
    const { name = '' } = chosen ?? {};
    go(addressOfIssue(store.sell({ order, productName: name, personId: person.id })));
  };
  const answeredFor = (sum: number | null) => (answered?.sum === sum ? answered : null);
  /* An unknown value also triggers the questions. */
  const needsQuestions = (sum: number | null) =>
    questionsAbove !== null && (sum ?? Number.POSITIVE_INFINITY) > questionsAbove && answeredFor(sum) === null;
  const offer = (order: IssueRequest, sum: number | null) => {
    const { noAfterMs } = answeredFor(sum) ?? {};
    if (needsQuestions(sum)) setOffered({ order, sum });
    else issue(noAfterMs === undefined ? order : { ...order, care: { ...order.care, noAfterMs } });
  };
  const choose = (product: ProductView | null) => {
    setAnswered(null);
    setChosen(product);
  };
  const end = (order: IssueRequest) => {
    setOffered(null);
    setOver(true);
    suspect.mutate({ id: crypto.randomUUID(), wish: { kind: 'issue', order } });
  };
  const leave = () => {
    setOver(false);
    choose(null);
  };
  return (
    <Page title={places.sell}>
      <FailureNotice failure={failureOrNull(suspect.error)} />
      {offered !== null && (
        <SaleQuestions
          onNo={(noAfterMs) => {
            setAnswered({ sum: offered.sum, noAfterMs });
            setOffered(null);
          }}
          onYes={() => end(offered.order)}
          onClose={() => setOffered(null)}
        />
      )}
      {isOver && <SaleStopped onBack={leave} />}
      {!isOver && chosen === null && (
        <>
          <Catalogue onChoose={choose} />
          <LatestSales person={person} />
        </>
      )}
      {!isOver && chosen !== null && (
        <OrderForm
          product={chosen}
          notice={notice}
          needsQuestions={needsQuestions}
          onIssue={offer}
          onBack={() => choose(null)}
        />
      )}
    </Page>
  );
}
