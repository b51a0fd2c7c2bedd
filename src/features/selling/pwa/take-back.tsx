import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { LIMITS } from '../../../contract/access/limits.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { ADDRESSES } from '../../../pwa/shell/addresses.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Dialog } from '../../../pwa/ui/dialog.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import { type IssueView, isIssueOpen } from '../contract/issue.ts';
import { leftOn } from './order.ts';
import { allStatesQuery, useTakeBack, useUndoReturn } from './queries.ts';

/** For managers: takes a sale back after the register refunded it. */
export function TakeBack({ issue }: { readonly issue: IssueView }) {
  const sell = usePageMessages('selling');
  const [isAsking, setAsking] = useState(false);
  if (isIssueOpen(issue.state)) return null;
  return (
    <div className="screen-only">
      <Button onClick={() => setAsking(true)}>{sell.takeBack}</Button>
      {isAsking && <TakeBackDialog issue={issue} onClose={() => setAsking(false)} />}
    </div>
  );
}

/** Shown instead of the actions of a sale that was taken back. */
export function TakenBackNotice({
  takenBack: { at, person, reason, receiptNo },
}: {
  readonly takenBack: NonNullable<IssueView['takenBack']>;
}) {
  const sell = usePageMessages('selling');
  const { places } = useMessages();
  const { dateTime } = useFormat();
  return (
    <Notice tone="attention">
      <span className="grid gap-1">
        <span className="font-medium">{sell.returned(dateTime(at), person)}</span>
        <span>{sell.reasonIs(reason)}</span>
        {receiptNo !== null && <span>{sell.refundedAs(receiptNo)}</span>}
        <Link href={ADDRESSES.holds} className="inline-flex min-h-12 items-center font-medium underline">
          {places.holds}
        </Link>
      </span>
    </Notice>
  );
}

/** For managers: undoes a return that was recorded by mistake. */
export function UndoReturn({ issueId, takenBackAt }: { readonly issueId: string; readonly takenBackAt: string }) {
  const sell = usePageMessages('selling');
  const [isAsking, setAsking] = useState(false);
  const undo = useUndoReturn(issueId, takenBackAt);
  return (
    <div className="screen-only">
      <Button onClick={() => setAsking(true)}>{sell.undoReturn}</Button>
      {isAsking && (
        <Dialog title={sell.undoReturn} onClose={() => setAsking(false)}>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <p>{sell.undoReturnSure}</p>
            <FailureNotice failure={failureOrNull(undo.error)} />
            <Button
              variant="main"
              className="justify-self-start"
              disabled={undo.isPending}
              onClick={() => undo.mutate()}
            >
              {sell.undoReturn}
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}

function TakeBackDialog({ issue, onClose }: { readonly issue: IssueView; readonly onClose: () => void }) {
  const sell = usePageMessages('selling');
  const takeBack = useTakeBack(issue.id);
  const [id] = useState(() => crypto.randomUUID());
  const submit = submitted((form) => {
    const receiptNo = text(form, 'receiptNo').trim();
    const body = { id, reason: text(form, 'reason'), ...(receiptNo !== '' && { receiptNo }) };
    takeBack.mutate(body, { onSuccess: onClose });
  });
  return (
    <Dialog title={sell.takeBackTitle} onClose={onClose}>
      <form className="grid grid-cols-[minmax(0,1fr)] gap-4" onSubmit={submit}>
        <RemainingBalances issue={issue} />
        <p>{sell.takeBackLead}</p>
        <Field
          label={sell.refundNo}
          hint={sell.refundNoHint}
          name="receiptNo"
          maxLength={LIMITS.receiptNoCharsMax}
          autoFocus
        />
        <Field label={sell.reason} name="reason" required pattern=".*\S.*" maxLength={LIMITS.reasonCharsMax} />
        <FailureNotice failure={failureOrNull(takeBack.error)} />
        <Button type="submit" variant="main" className="justify-self-start" disabled={takeBack.isPending}>
          {sell.takeBackOf(issue.issued)}
        </Button>
      </form>
    </Dialog>
  );
}

/** The balance of the sale's vouchers at the issuer: the amount that may be refunded. */
function RemainingBalances({ issue: { id, issued } }: { readonly issue: IssueView }) {
  const sell = usePageMessages('selling');
  const { common } = useMessages();
  const { money } = useFormat();
  const { data, error } = useQuery(allStatesQuery(id, issued));
  if (error !== null) return <FailureNotice failure={failureOrNull(error)} />;
  if (data === undefined) return <p role="status">{common.loading}</p>;
  const { vouchers, sum } = leftOn(data);
  return (
    <p role="status" className="grid tabular-nums">
      {sum !== null && <span className="text-title font-semibold">{sell.left(money(sum))}</span>}
      <span className="text-neutral-10">{sell.withBalance(String(vouchers), String(issued))}</span>
    </p>
  );
}
