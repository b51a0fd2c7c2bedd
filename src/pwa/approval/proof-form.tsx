import type { MetLimit } from '../../contract/access/sale-limit.ts';
import type { Failure } from '../api/failure.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { PinPad } from '../shell/pin-pad.tsx';
import { Button } from '../ui/button.tsx';
import { submitted, text } from '../ui/form.ts';
import { usePageMessages } from '../words/page-words.ts';
import { ManagerPin, type ManagerPinProps } from './manager-pin.tsx';

/** The proof that the server requires first; null for a refusal with another reason. */
export function proofNeeded(failure: Failure | { readonly kind: 'not-saved' } | null): 'own-pin' | 'approval' | null {
  if (failure?.kind !== 'problem') return null;
  switch (failure.code) {
    case 'approval-needed':
    case 'not-by-phone':
    case 'second-person':
    case 'undo-over':
    case 'register-told':
      return 'approval';
    case 'pin-needed':
    case 'wrong-pin':
      return 'own-pin';
    default:
      return null;
  }
}

/** Asks for the user's own PIN once more, because the server refused the request without it. */
export function RepeatPinForm({
  failure,
  onPin,
}: {
  readonly failure: Failure;
  readonly onPin: (pin: string) => void;
}) {
  const messages = usePageMessages('approval');
  const wasWrong = failure.kind === 'problem' && failure.code === 'wrong-pin';
  return (
    <form
      className="grid w-full max-w-2xl grid-cols-[minmax(0,1fr)] gap-4"
      onSubmit={submitted((form) => onPin(text(form, 'pin')))}
    >
      <h2 className="text-section font-semibold">{messages.own}</h2>
      <PinPad label={messages.pin} required autoFocus>
        {wasWrong ? <FailureNotice failure={failure} /> : <p>{messages.ownLead}</p>}
      </PinPad>
      <Button type="submit" variant="main">
        {messages.confirm}
      </Button>
    </form>
  );
}

/** Returns the limit that a refused request exceeds; null for another reason. */
export function metLimit(failure: Failure | { readonly kind: 'not-saved' } | null): MetLimit | null {
  return (failure?.kind === 'problem' ? failure.details.limit : null) ?? null;
}

interface ApprovalFormProps extends ManagerPinProps {
  /** The reason of the refusal. */
  readonly failure: Parameters<typeof metLimit>[0];
}

/** A manager approves a request that the server refused without approval. */
export function ApprovalForm({ failure, about, ...props }: ApprovalFormProps) {
  const messages = usePageMessages('approval');
  return (
    <section aria-label={messages.title} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="text-section font-semibold">{messages.title}</h2>
      <p className="max-w-prose">{messages.lead}</p>
      <ManagerPin {...props} about={{ ...about, limit: metLimit(failure) }} />
    </section>
  );
}
