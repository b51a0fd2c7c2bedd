import { LIMITS } from '../../contract/limits.ts';
import { failureOrNull } from '../api/failure.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { submitted, text } from '../ui/form.ts';
import { useWords } from '../words/words.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { useArrival } from './use-arrival.ts';

/** Another device joins the shop with a manager's one-time code; `code` is the one that it came with, or empty. */
export function EnrolForm({ code }: { readonly code: string }) {
  const { enrol: words } = useWords();
  const { enrol } = useArrival();
  return (
    <form
      className="card grid gap-4 p-4 till:p-6"
      onSubmit={submitted((form) => enrol.mutate({ code: text(form, 'code'), name: text(form, 'name') }))}
    >
      <Field label={words.code} name="code" defaultValue={code} required maxLength={LIMITS.setupCodeCharsMax} autoCapitalize="characters" />
      <Field label={words.device} name="name" required autoFocus={code !== ''} maxLength={LIMITS.nameCharsMax} />
      <FailureNotice failure={failureOrNull(enrol.error)} />
      <Button look="main" type="submit" disabled={enrol.isPending}>
        {words.submit}
      </Button>
    </form>
  );
}
