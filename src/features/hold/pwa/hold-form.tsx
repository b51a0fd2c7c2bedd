import type { ReactNode } from 'react';
import { LIMITS } from '../../../contract/access/limits.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageWords } from '../../../pwa/words/page-words.ts';
import type { HeldVoucher, Hold } from '../contract/hold.ts';
import { usePutHold } from './use-holds.ts';

export const NOT_EMPTY = '.*\\S.*';

interface HoldFormProps {
  /** Null while no voucher is selected. */
  readonly voucher: HeldVoucher | null;
  readonly onHeld: (hold: Hold) => void;
  /** The fields that select the voucher. */
  readonly children?: ReactNode;
}

/** Asks for a reason and puts the voucher on hold. A repeated request is the same hold. */
export function HoldForm({ voucher, onHeld, children }: HoldFormProps) {
  const words = usePageWords('hold');
  const put = usePutHold();
  const submit = submitted((form) => {
    if (voucher === null) return;
    const body = { ...voucher, reason: text(form, 'reason') };
    const before = put.variables;
    const isSame = before !== undefined && JSON.stringify(before.body) === JSON.stringify(body);
    put.mutate({ id: isSame ? before.id : crypto.randomUUID(), body }, { onSuccess: onHeld });
  });
  return (
    <form aria-label={words.hold} className="grid grid-cols-[minmax(0,1fr)] content-start gap-4" onSubmit={submit}>
      {children}
      <Field
        label={words.reason}
        hint={words.reasonHint}
        name="reason"
        required
        pattern={NOT_EMPTY}
        maxLength={LIMITS.reasonCharsMax}
        autoFocus={voucher !== null}
      />
      <FailureNotice failure={failureOrNull(put.error)} />
      <Button type="submit" look="main" className="justify-self-start" disabled={put.isPending}>
        {words.hold}
      </Button>
    </form>
  );
}

export function Held({ hold: { last4, open } }: { readonly hold: Hold }) {
  const words = usePageWords('hold');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <Notice tone="done">{words.held(`··${last4}`)}</Notice>
      {open !== null && <BegunBeforeHold open={open} />}
    </div>
  );
}

/** Operations on a voucher that began before its hold, which the hold does not stop. */
export function BegunBeforeHold({ open }: { readonly open: NonNullable<Hold['open']> }) {
  const words = usePageWords('hold');
  const { dateTime } = useFormat();
  return <Notice tone="attention">{words.underWay(open.device, dateTime(open.since))}</Notice>;
}
