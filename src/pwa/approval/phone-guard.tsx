import { PhoneOff } from 'lucide-react';
import { useState } from 'react';
import { type Failure, failureOrNull } from '../api/failure.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { usePageWords } from '../words/page-words.ts';
import { ApprovalForm } from './proof-form.tsx';
import { useSuspect } from './use-suspect.ts';

/** True if a refusal is a protection against fraud by telephone. */
export function isByPhone(failure: Failure | { readonly kind: 'not-saved' }): boolean {
  return failure.kind === 'problem' && failure.code === 'not-by-phone';
}

interface PhoneGuardProps extends Pick<Parameters<typeof ApprovalForm>[0], 'id' | 'wish' | 'onApproved'> {
  /** The user gave up; nothing is activated. */
  readonly onLeft?: () => void;
}

/**
 * A full-screen warning before many cards, or any at a late hour, are activated; then a manager
 * approves.
 */
export function PhoneGuard({ id, wish, onApproved, onLeft }: PhoneGuardProps) {
  const words = usePageWords('approval');
  const suspect = useSuspect();
  const [at, setAt] = useState<'asks' | 'approval' | 'left'>('asks');
  const leave = () => {
    setAt('left');
    onLeft?.();
  };
  if (at === 'left') return null;
  return (
    <Dialog title={words.guard} place="whole" onClose={leave}>
      <div className="mx-auto grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6">
        <PhoneOff aria-hidden strokeWidth={1.75} size={56} className="text-attention-ink" />
        <p className="text-title font-semibold text-balance wrap-anywhere till:text-amount">{words.guardLead}</p>
        {at === 'asks' ? (
          <>
            <p className="text-section">{words.guardMore}</p>
            <FailureNotice failure={failureOrNull(suspect.error)} />
            <div className="flex flex-wrap gap-3">
              <Button disabled={suspect.isPending} onClick={() => suspect.mutate({ id, wish }, { onSuccess: leave })}>
                {words.somebodyAsks}
              </Button>
              <Button onClick={() => setAt('approval')}>{words.nobodyAsks}</Button>
            </div>
          </>
        ) : (
          <ApprovalForm id={id} wish={wish} onApproved={onApproved} />
        )}
      </div>
    </Dialog>
  );
}
