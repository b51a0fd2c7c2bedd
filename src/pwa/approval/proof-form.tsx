import { LIMITS } from '../../contract/access/limits.ts';
import type { Failure } from '../api/failure.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { submitted, text } from '../ui/form.ts';
import { usePageWords } from '../words/page-words.ts';
import { ManagerPin } from './manager-pin.tsx';

/** The proof that the server requires first; null if it refused for another reason. */
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
export function OwnPinForm({ failure, onPin }: { readonly failure: Failure; readonly onPin: (pin: string) => void }) {
  const words = usePageWords('approval');
  const wasWrong = failure.kind === 'problem' && failure.code === 'wrong-pin';
  return (
    <form className="grid max-w-96 gap-4" onSubmit={submitted((form) => onPin(text(form, 'pin')))}>
      <h2 className="text-section font-semibold">{words.own}</h2>
      {wasWrong ? <FailureNotice failure={failure} /> : <p>{words.ownLead}</p>}
      <Field
        label={words.pin}
        name="pin"
        type="password"
        inputMode="numeric"
        pattern="[0-9]{6}"
        maxLength={LIMITS.pinDigits}
        required
        autoFocus
      />
      <Button type="submit" look="main">
        {words.confirm}
      </Button>
    </form>
  );
}

/** A manager approves a request that the server refused without approval. */
export function ApprovalForm(props: Parameters<typeof ManagerPin>[0]) {
  const words = usePageWords('approval');
  return (
    <section aria-label={words.title} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="text-section font-semibold">{words.title}</h2>
      <p className="max-w-prose">{words.lead}</p>
      <ManagerPin {...props} />
    </section>
  );
}
