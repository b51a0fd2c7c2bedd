import { LIMITS } from '../../contract/limits.ts';
import { failureOrNull } from '../api/failure.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { Welcome } from '../shell/welcome.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { submitted, text } from '../ui/form.ts';
import { usePageWords } from '../words/page-words.ts';
import { useConnectDisplay } from './queries.ts';

/** Asks before this device shows another till; `code` is the one that it came with, or empty. */
export function ConnectForm({ code, onDone }: { readonly code: string; readonly onDone: () => void }) {
  const words = usePageWords('display');
  const connect = useConnectDisplay();
  return (
    <Welcome title={words.connectTitle} lead={words.connectLead}>
      <form
        className="card grid gap-4 p-4 till:p-6"
        onSubmit={submitted((form) => connect.mutate(text(form, 'code'), { onSuccess: onDone }))}
      >
        <Field
          label={words.code}
          name="code"
          defaultValue={code}
          required
          maxLength={LIMITS.setupCodeCharsMax}
          autoCapitalize="characters"
        />
        <FailureNotice failure={failureOrNull(connect.error)} />
        <Button look="main" type="submit" disabled={connect.isPending}>
          {words.connect}
        </Button>
        <Button look="quiet" onClick={onDone}>
          {words.notNow}
        </Button>
      </form>
    </Welcome>
  );
}
