import { LIMITS } from '../../../contract/access/limits.ts';
import { failureOrNull } from '../../api/failure.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { submitted, text } from '../../ui/form.ts';
import { useMessages } from '../../words/words.tsx';
import { FailureNotice } from '../failure-notice.tsx';
import { useArrival } from './use-arrival.ts';

/** Enrols a device with a manager's one-time code. `code`: from the address, or empty. */
export function EnrolForm({ code, submit }: { readonly code: string; readonly submit: string }) {
  const { enrol: messages } = useMessages();
  const { enrol } = useArrival();
  return (
    <form
      className="grid gap-4"
      onSubmit={submitted((form) => enrol.mutate({ code: text(form, 'code'), name: text(form, 'name') }))}
    >
      <Field
        label={messages.code}
        name="code"
        defaultValue={code}
        required
        maxLength={LIMITS.setupCodeCharsMax}
        autoCapitalize="characters"
      />
      <Field label={messages.device} name="name" required autoFocus={code !== ''} maxLength={LIMITS.nameCharsMax} />
      <FailureNotice failure={failureOrNull(enrol.error)} />
      <Button variant="main" type="submit" disabled={enrol.isPending}>
        {submit}
      </Button>
    </form>
  );
}
