import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Person } from '../../../contract/access/people.ts';
import { type Failure, failureOf, failureOrNull, isProblem } from '../../../pwa/api/failure.ts';
import { ADDRESSES } from '../../../pwa/shell/addresses.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Page } from '../../../pwa/shell/layout/page.tsx';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { IssueView } from '../contract/issue.ts';
import { IssueProgress } from './issue-progress.tsx';
import { ARRIVES_WITHIN_MS } from './limits.ts';
import { OrderInProgress } from './order-in-progress.tsx';
import type { Selling } from './pending-issue.ts';
import { PrintVouchers } from './print-vouchers.tsx';
import { issueQuery } from './queries.ts';
import { TakeBack, TakenBackNotice, UndoReturn } from './take-back.tsx';
import { useSellings } from './use-selling.ts';
import { VoucherList } from './voucher-list.tsx';

/** One sale: its progress, its vouchers, and the possible actions. */
export function IssuePage({ id, person }: { readonly id: string; readonly person: Person }) {
  const sell = usePageMessages('selling');
  const { common, places } = useMessages();
  const selling = useSellings().get(id);
  const { data: issue, error } = useQuery({ ...issueQuery(id), enabled: useCanQuery(selling) });
  const isUnknownThere = isProblem(error, 'not-found');
  return (
    <Page
      title={issue?.productName ?? issue?.productCode ?? selling?.operation.productName ?? places.sell}
      lead={issue !== undefined && <Subject issue={issue} />}
      back={{ href: ADDRESSES.sell, name: sell.more }}
      prints="content"
    >
      {issue !== undefined && (
        <>
          {error !== null && (
            <div className="screen-only">
              <Stale failure={failureOf(error)} />
            </div>
          )}
          <Issue issue={issue} person={person} />
        </>
      )}
      {issue === undefined && selling !== undefined && <OrderInProgress selling={selling} />}
      {issue === undefined && selling === undefined && (
        <>
          {isUnknownThere ? (
            <Notice tone="attention">{sell.notYours}</Notice>
          ) : (
            <FailureNotice failure={failureOrNull(error)} />
          )}
          {error === null && <p className="text-neutral-9">{common.loading}</p>}
        </>
      )}
    </Page>
  );
}

/** An order is queried only after it had time to arrive. */
function useCanQuery(selling: Selling | undefined): boolean {
  const [hadTime, setHadTime] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setHadTime(true), ARRIVES_WITHIN_MS);
    return () => clearTimeout(timer);
  }, []);
  if (selling === undefined) return true;
  return selling.phase.at === 'sending' ? hadTime : selling.phase.at !== 'refused';
}

/** The displayed data may be outdated. */
function Stale({ failure }: { readonly failure: Failure }) {
  const sell = usePageMessages('selling');
  return failure.kind === 'no-answer' ? (
    <Notice tone="unknown">{sell.lastSeen}</Notice>
  ) : (
    <FailureNotice failure={failure} />
  );
}

function Issue({ issue, person }: { readonly issue: IssueView; readonly person: Person }) {
  const isManager = person.role === 'manager';
  return (
    <>
      {issue.takenBack === null ? <IssueProgress issue={issue} /> : <TakenBackNotice takenBack={issue.takenBack} />}
      {issue.issued > 0 && (
        <>
          {issue.takenBack === null && <PrintVouchers issue={issue} isManager={isManager} />}
          <VoucherList issue={issue} isManager={isManager} />
          {isManager &&
            (issue.takenBack === null ? (
              <TakeBack issue={issue} />
            ) : (
              <UndoReturn issueId={issue.id} takenBackAt={issue.takenBack.at} />
            ))}
        </>
      )}
    </>
  );
}

function Subject({ issue }: { readonly issue: IssueView }) {
  const sell = usePageMessages('selling');
  const { dateTime, money } = useFormat();
  const { currency } = useShop();
  const { quantity, faceValue, clientReference, person, device, createdAt } = issue;
  const count = sell.vouchers(quantity);
  return (
    <>
      <p className="text-neutral-12 tabular-nums">
        {faceValue === null ? count : sell.order(count, money({ amount: faceValue, currency }))}
      </p>
      <p className="break-words">
        {[person, device, dateTime(createdAt)].join(' · ')}
        {clientReference !== null && <span className="block">{sell.referenceOf(clientReference)}</span>}
      </p>
    </>
  );
}
