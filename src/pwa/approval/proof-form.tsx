import { useMutation, useQuery } from '@tanstack/react-query';
import type { ApprovedWish } from '../../contract/approval.ts';
import { LIMITS } from '../../contract/limits.ts';
import { type Failure, failureOrNull } from '../api/failure.ts';
import { call } from '../api/live.ts';
import { peopleQuery } from '../api/queries.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { submitted, text } from '../ui/form.ts';
import { Notice } from '../ui/notice.tsx';
import { Select } from '../ui/select.tsx';
import { usePageWords } from '../words/page-words.ts';

/** What the server wants before a wish begins; null where it refused it for something else. */
export function proofNeeded(failure: Failure | { readonly kind: 'not-saved' } | null): 'own-pin' | 'approval' | null {
  if (failure?.kind !== 'problem') return null;
  if (failure.code === 'approval-needed') return 'approval';
  return failure.code === 'pin-needed' || failure.code === 'wrong-pin' ? 'own-pin' : null;
}

/** The PIN of whoever asks, once more, for the wish that was refused without it. */
export function OwnPinForm({ failure, onPin }: { readonly failure: Failure; readonly onPin: (pin: string) => void }) {
  const words = usePageWords('approval');
  const wasWrong = failure.kind === 'problem' && failure.code === 'wrong-pin';
  return (
    <form className="grid max-w-96 gap-4" onSubmit={submitted((form) => onPin(text(form, 'pin')))}>
      <h2 className="text-section font-semibold">{words.own}</h2>
      {wasWrong ? <FailureNotice failure={failure} /> : <p>{words.ownLead}</p>}
      <TypedPin label={words.pin} />
      <Button type="submit" look="main">
        {words.confirm}
      </Button>
    </form>
  );
}

interface ApprovalFormProps {
  readonly id: string;
  readonly wish: ApprovedWish;
  /** The wish can be sent again now. */
  readonly onApproved: () => void;
}

/** A manager approves one wish with the PIN, at the till of whoever asks. */
export function ApprovalForm({ id, wish, onApproved }: ApprovalFormProps) {
  const words = usePageWords('approval');
  const { data: people } = useQuery(peopleQuery);
  const managers = (people ?? []).filter(({ role }) => role === 'manager');
  const approve = useMutation({
    mutationFn: (body: { personId: string; pin: string }) =>
      call('putApproval', { params: { id }, body: { ...body, wish } }),
    onSuccess: onApproved,
  });
  return (
    // A new form after each try, so that a PIN never stays on the screen.
    <form
      key={approve.submittedAt}
      className="grid max-w-96 gap-4"
      onSubmit={submitted((form) => approve.mutate({ personId: text(form, 'manager'), pin: text(form, 'pin') }))}
    >
      <h2 className="text-section font-semibold">{words.title}</h2>
      <p>{words.lead}</p>
      {people !== undefined && managers.length === 0 && <Notice tone="attention">{words.nobody}</Notice>}
      <Select label={words.manager} name="manager" defaultValue={approve.variables?.personId} required>
        {managers.map(({ id: personId, name }) => (
          <option key={personId} value={personId}>
            {name}
          </option>
        ))}
      </Select>
      <TypedPin label={words.managerPin} />
      <FailureNotice failure={failureOrNull(approve.error)} />
      <Button type="submit" look="main" disabled={approve.isPending || managers.length === 0}>
        {words.approve}
      </Button>
    </form>
  );
}

function TypedPin({ label }: { readonly label: string }) {
  return (
    <Field
      label={label}
      name="pin"
      type="password"
      inputMode="numeric"
      pattern="[0-9]{6}"
      maxLength={LIMITS.pinDigits}
      required
      autoFocus
    />
  );
}
