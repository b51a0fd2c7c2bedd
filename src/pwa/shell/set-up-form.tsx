import { LIMITS } from '../../contract/limits.ts';
import { failureOrNull } from '../api/failure.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { submitted, text } from '../ui/form.ts';
import { PinField } from '../ui/pin-field.tsx';
import { useWords } from '../words/words.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { useArrival } from './use-session.ts';

/** The first manager and the first device of a shop, with the code that the server printed. */
export function SetUpForm() {
  const { setup } = useWords();
  const { setUp } = useArrival();
  return (
    <form
      className="card grid gap-4 p-4 till:p-6"
      onSubmit={submitted((form) =>
        setUp.mutate({
          code: text(form, 'code'),
          device: { name: text(form, 'device') },
          manager: { name: text(form, 'manager'), pin: text(form, 'pin') },
        }),
      )}
    >
      <Field label={setup.code} name="code" required maxLength={LIMITS.setupCodeCharsMax} />
      <Field label={setup.device} name="device" required maxLength={LIMITS.nameCharsMax} defaultValue={setup.deviceExample} />
      <Field label={setup.manager} name="manager" required maxLength={LIMITS.nameCharsMax} />
      <PinField label={setup.pin} hint={setup.pinHint} />
      <FailureNotice failure={failureOrNull(setUp.error)} />
      <Button look="main" type="submit" disabled={setUp.isPending}>
        {setup.submit}
      </Button>
    </form>
  );
}
