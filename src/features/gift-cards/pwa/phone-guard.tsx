import { PhoneOff } from 'lucide-react';
import { useState } from 'react';
import { type Failure, failureOrNull } from '../../../pwa/api/failure.ts';
import { ApprovalForm } from '../../../pwa/approval/proof-form.tsx';
import { useSuspect } from '../../../pwa/approval/use-suspect.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Dialog } from '../../../pwa/ui/dialog.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';

/** True if a refusal is a protection against fraud by telephone. */
export function isByPhone(failure: Failure | { readonly kind: 'not-saved' }): boolean {
  return failure.kind === 'problem' && failure.code === 'not-by-phone';
}

interface PhoneGuardProps
  extends Pick<Parameters<typeof ApprovalForm>[0], 'id' | 'operation' | 'failure' | 'onApproved'> {
  /** Called if the user gives up, so that no card is activated. */
  readonly onLeft?: () => void;
}

/**
 * A full-screen warning before many cards, or any at a late hour, are activated; then a manager
 * approves.
 */
export function PhoneGuard({ onLeft, ...request }: PhoneGuardProps) {
  const messages = usePageMessages('gift-cards');
  const { id, operation } = request;
  const suspect = useSuspect();
  const [at, setAt] = useState<'asks' | 'approval' | 'declined'>('asks');
  const leave = () => {
    setAt('declined');
    onLeft?.();
  };
  if (at === 'declined') return null;
  return (
    <Dialog title={messages.guard} position="whole" onClose={leave}>
      <div className="mx-auto grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6">
        <PhoneOff aria-hidden strokeWidth={1.75} size={56} className="text-attention-ink" />
        <p className="text-title font-semibold text-balance wrap-anywhere till:text-amount">{messages.guardLead}</p>
        {at === 'asks' ? (
          <>
            <p className="text-section">{messages.guardMore}</p>
            <FailureNotice failure={failureOrNull(suspect.error)} />
            <div className="flex flex-wrap gap-3">
              <Button
                disabled={suspect.isPending}
                onClick={() => suspect.mutate({ id, wish: operation }, { onSuccess: leave })}
              >
                {messages.scamConfirmed}
              </Button>
              <Button onClick={() => setAt('approval')}>{messages.scamDenied}</Button>
            </div>
          </>
        ) : (
          <ApprovalForm {...request} />
        )}
      </div>
    </Dialog>
  );
}
