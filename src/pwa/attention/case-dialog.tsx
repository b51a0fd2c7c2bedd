import { useState } from 'react';
import { LIMITS } from '../../contract/access/limits.ts';
import { currencySchema } from '../../contract/money/money.ts';
import type { AttentionAction, AttentionItem } from '../../contract/redemption/attention.ts';
import { type Failure, failureOrNull } from '../api/failure.ts';
import { ApprovalForm, proofNeeded } from '../approval/proof-form.tsx';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/choice.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { submitted, text } from '../ui/form.ts';
import { Notice } from '../ui/notice.tsx';
import { usePageMessages } from '../words/page-words.ts';
import { CandidateFacts } from './candidate-facts.tsx';
import { CaseSubject, useCaseTitle } from './case-subject.tsx';
import { needsRow, type Resolution, resolutionOf, rowsFor } from './resolutions.ts';
import { useSettle } from './use-settle.ts';

interface CaseDialogProps {
  readonly item: AttentionItem;
  readonly action: AttentionAction;
  readonly onClose: () => void;
  /** `item`: the new state of the case; null if it has left the list. */
  readonly onSettled: (resolution: Resolution, item: AttentionItem | null) => void;
}

/**
 * Asks for the input of an action: the row, if needed, and always a reason. The server decides if
 * the action is still possible.
 */
export function CaseDialog({ item, action, onClose, onSettled }: CaseDialogProps) {
  const attention = usePageMessages('attention');
  const title = useCaseTitle(item);
  const settle = useSettle();
  const resolution = resolutionOf(item, action);
  const messages = attention.ways[resolution];
  const [refundId] = useState(() => crypto.randomUUID());
  const submit = submitted((form) => {
    const transactionId = text(form, 'transactionId');
    settle.mutate(
      {
        id: item.id,
        action,
        reason: text(form, 'reason'),
        ...(transactionId !== '' && { transactionId }),
        ...(action === 'refund' && { refundId }),
        ...(resolution === 'close-activation' && { found: foundIn(form, item) }),
      },
      { onSuccess: (answer) => onSettled(resolution, answer.item) },
    );
  });
  const failure = failureOrNull(settle.error);
  const { variables: sent } = settle;
  if (action === 'refund' && sent !== undefined && proofNeeded(failure) === 'approval')
    return (
      <Dialog title={messages.label} onClose={onClose}>
        <ApprovalForm
          id={refundId}
          operation={{ kind: 'refund', refund: { tenderId: tenderOf(item, sent.transactionId), reason: sent.reason } }}
          about={refundOf(item, sent.transactionId)}
          failure={failure}
          onApproved={() => settle.mutate(sent, { onSuccess: (answer) => onSettled(resolution, answer.item) })}
        />
      </Dialog>
    );
  return (
    <Dialog title={messages.label} onClose={onClose}>
      <form className="grid grid-cols-[minmax(0,1fr)] gap-4" onSubmit={submit}>
        <div>
          <CaseSubject item={item} />
          <p className="text-neutral-9 tabular-nums">{title}</p>
        </div>
        <p>{messages.lead}</p>
        {needsRow(resolution) && <RowChoice item={item} />}
        {resolution === 'close-activation' && <Findings item={item} />}
        <Field
          label={attention.reason}
          hint={attention.reasonHint}
          name="reason"
          required
          maxLength={LIMITS.reasonCharsMax}
        />
        <SettlingFailure failure={failure} action={action} />
        <Button type="submit" variant={action === 'refund' ? 'danger' : 'main'} disabled={settle.isPending}>
          {messages.label}
        </Button>
      </form>
    </Dialog>
  );
}

function foundIn(form: FormData, { positions = [] }: AttentionItem) {
  return positions.flatMap((range) => {
    const cards = text(form, `found-${range}`);
    return cards === 'active' || cards === 'inactive' ? [{ range, cards } as const] : [];
  });
}

/** Asks for each range of an activation if its cards are active. */
function Findings({ item: { ranges = [], positions = [] } }: { readonly item: AttentionItem }) {
  const attention = usePageMessages('attention');
  const choices = ['active', 'inactive', ...(positions.length > 1 ? (['open'] as const) : [])] as const;
  return positions.map((position, index) => {
    const range = ranges[index];
    return (
      <fieldset key={position} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
        <legend className="mb-2 font-medium">
          {attention.areActive}
          {range && positions.length > 1 && ` ${attention.cards(range.count, range.start, range.end)}`}
        </legend>
        {choices.map((cards) => (
          <Choice key={cards} name={`found-${position}`} value={cards} required>
            {attention.found[cards]}
          </Choice>
        ))}
      </fieldset>
    );
  });
}

/** The redemption that a case refunds: the case itself, or one of its sale. */
function tenderOf({ id, candidates }: AttentionItem, transactionId: string | undefined): string {
  return candidates.find((row) => row.transactionId === transactionId)?.tenderId ?? id;
}

function refundOf({ amount, last4, candidates }: AttentionItem, transactionId: string | undefined) {
  const row = candidates.find((one) => one.transactionId === transactionId);
  const isMoney = row?.amount != null && currencySchema.safeParse(row.currency).success;
  const value = isMoney ? { amount: row.amount ?? 0, currency: row.currency } : amount;
  return { worth: value, last4: row?.last4 ?? last4 };
}

/** Why the case was not settled. A failed refund gets a different text from an impossible one. */
function SettlingFailure({ failure, action }: { readonly failure: Failure | null; readonly action: AttentionAction }) {
  const attention = usePageMessages('attention');
  const isNotRefundable = action === 'refund' && failure?.kind === 'problem' && failure.code === 'not-refundable';
  return isNotRefundable ? (
    <Notice tone="attention">{attention.refundedNothing}</Notice>
  ) : (
    <FailureNotice failure={failure} />
  );
}

/** The issuer's rows to choose from; if there are none, a field for the issuer's transaction id. */
function RowChoice({ item }: { readonly item: AttentionItem }) {
  const attention = usePageMessages('attention');
  const rows = rowsFor(item);
  if (rows.length === 0) {
    return (
      <Field
        label={attention.transactionId}
        hint={attention.transactionIdHint}
        name="transactionId"
        required
        maxLength={64}
      />
    );
  }
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <legend className="mb-2 font-medium">{attention.whichRow}</legend>
      {rows.map((row) => (
        <Choice
          key={row.transactionId}
          name="transactionId"
          value={row.transactionId}
          required
          defaultChecked={rows.length === 1}
        >
          <CandidateFacts row={row} like={item.amount} since={item.subject === 'capture' ? null : item.since} />
        </Choice>
      ))}
    </fieldset>
  );
}
