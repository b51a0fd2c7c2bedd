import type { ReactNode } from 'react';
import { LIMITS } from '../../../contract/access/limits.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { HeldVoucher, Hold } from '../contract/hold.ts';
import { useCreateHold } from './use-holds.ts';

export const NON_EMPTY_PATTERN = '.*\\S.*';

interface HoldFormProps {
  /** Null while no voucher is selected. */
  readonly voucher: HeldVoucher | null;
  readonly onHeld: (hold: Hold) => void;
  /** The fields that select the voucher. */
  readonly children?: ReactNode;
}

/** Asks for a reason and puts the voucher on hold. A repeated request is the same hold. */
export function HoldForm({ voucher, onHeld, children }: HoldFormProps) {
  const messages = usePageMessages('hold');
  const put = useCreateHold();
  const submit = submitted((form) => {
    if (voucher === null) return;
    const body = { ...voucher, reason: text(form, 'reason') };
    const before = put.variables;
    const isSame = before !== undefined && JSON.stringify(before.body) === JSON.stringify(body);
    put.mutate({ id: isSame ? before.id : crypto.randomUUID(), body }, { onSuccess: onHeld });
  });
  return (
    <form aria-label={messages.hold} className="grid grid-cols-[minmax(0,1fr)] content-start gap-4" onSubmit={submit}>
      {children}
      <Field
        label={messages.reason}
        hint={messages.reasonHint}
        name="reason"
        required
        pattern={NON_EMPTY_PATTERN}
        maxLength={LIMITS.reasonCharsMax}
        autoFocus={voucher !== null}
      />
      <FailureNotice failure={failureOrNull(put.error)} />
      <Button type="submit" variant="main" className="justify-self-start" disabled={put.isPending}>
        {messages.hold}
      </Button>
    </form>
  );
}

export function HoldResult({ hold: { last4, open } }: { readonly hold: Hold }) {
  const messages = usePageMessages('hold');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <Notice tone="done">{messages.held(`··${last4}`)}</Notice>
      {open !== null && <OperationsBeforeHold open={open} />}
    </div>
  );
}

/** Operations on a voucher that began before its hold, which the hold does not stop. */
export function OperationsBeforeHold({ open }: { readonly open: NonNullable<Hold['open']> }) {
  const messages = usePageMessages('hold');
  const { dateTime } = useFormat();
  return <Notice tone="attention">{messages.underWay(open.device, dateTime(open.since))}</Notice>;
}
