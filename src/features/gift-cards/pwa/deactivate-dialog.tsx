import { LIMITS } from '../../../contract/access/limits.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Dialog } from '../../../pwa/ui/dialog.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { ActivationView } from '../contract/activation.ts';
import type { useActivationActions } from './queries.ts';
import { useNames } from './use-names.ts';

interface DeactivateDialogProps {
  readonly activation: ActivationView;
  /** Position of the range, from 0. */
  readonly position: number;
  readonly steering: ReturnType<typeof useActivationActions>;
  readonly onClose: () => void;
}

/** Asks a manager for the reason and a confirmation. The result appears at the range. */
export function DeactivateDialog({ activation, position, steering: { deactivate }, onClose }: DeactivateDialogProps) {
  const activate = usePageMessages('gift-cards');
  const { span } = useNames();
  const range = activation.ranges[position];
  if (range === undefined) return null;
  const submit = submitted((form) =>
    deactivate.mutate({ range: position, reason: text(form, 'reason') }, { onSuccess: onClose }),
  );
  return (
    <Dialog title={activate.deactivateTitle} onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit}>
        <p>
          <span className="block text-amount font-semibold wrap-anywhere tabular-nums">
            {activate.cards(range.count)}
          </span>
          <span className="text-section text-neutral-10 tabular-nums">{span(range)}</span>
        </p>
        <p>{activate.deactivateLead}</p>
        <Field
          label={activate.reason}
          hint={activate.reasonHint}
          name="reason"
          required
          maxLength={LIMITS.reasonCharsMax}
        />
        <FailureNotice failure={failureOrNull(deactivate.error)} />
        <Button type="submit" variant="danger" disabled={deactivate.isPending}>
          {activate.deactivate}
        </Button>
      </form>
    </Dialog>
  );
}
