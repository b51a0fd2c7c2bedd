import { LIMITS } from '../../../contract/access/limits.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { ApprovalForm, proofNeeded } from '../../../pwa/approval/proof-form.tsx';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';

interface ReleaseFormProps {
  readonly issueId: string;
  /** True if the voucher was released before, so that a reason is required. */
  readonly isAgain: boolean;
  readonly lead: string;
  readonly button: string;
  readonly error: Error | null;
  readonly isPending: boolean;
  /** Also repeats the request after an approval, with the same reason. */
  readonly onRelease: (reason: { readonly reason?: string }) => void;
  readonly requested: { readonly reason?: string | undefined } | undefined;
}

/** Asks before one voucher is released, with the reason if it was released before. */
export function ReleaseForm(props: ReleaseFormProps) {
  const { issueId, isAgain, lead, button, isPending, onRelease, requested } = props;
  const sell = usePageMessages('selling');
  const failure = failureOrNull(props.error);
  const needs = proofNeeded(failure);
  const submit = submitted((form) => onRelease(isAgain ? { reason: text(form, 'reason') } : {}));
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <Notice tone="attention">{sell.secret}</Notice>
      <p className="text-neutral-9">{lead}</p>
      {isAgain && <Field label={sell.reason} name="reason" required maxLength={LIMITS.reasonCharsMax} />}
      <FailureNotice failure={needs === null ? failure : null} />
      <Button type="submit" variant="main" disabled={isPending}>
        {button}
      </Button>
      {needs === 'approval' && requested !== undefined && (
        <ApprovalForm
          id={issueId}
          operation={{ kind: 'reprint', vouchers: 1 }}
          failure={failure}
          onApproved={() => onRelease(requested.reason === undefined ? {} : { reason: requested.reason })}
        />
      )}
    </form>
  );
}
