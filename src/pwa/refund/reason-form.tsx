import { useState } from 'react';
import { LIMITS } from '../../contract/limits.ts';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/choice.tsx';
import { Field } from '../ui/field.tsx';
import { submitted, text } from '../ui/form.ts';
import { usePageWords } from '../words/page-words.ts';

const OWN_WORDS = 'own';

/** Asks why, with the usual answers ready, and for the last tap. */
export function ReasonForm({ confirm, onConfirm }: { readonly confirm: string; readonly onConfirm: (reason: string) => void }) {
  const undo = usePageWords('refund');
  const [own, setOwn] = useState(false);
  const submit = submitted((form) => {
    const chosen = text(form, 'reason');
    const reason = chosen === OWN_WORDS ? text(form, 'words') : chosen;
    if (reason !== '') onConfirm(reason);
  });
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
        <legend className="mb-2 font-medium">{undo.why}</legend>
        {undo.reasons.map((reason) => (
          <Choice key={reason} name="reason" value={reason} required onChange={() => setOwn(false)}>
            {reason}
          </Choice>
        ))}
        <Choice name="reason" value={OWN_WORDS} required onChange={() => setOwn(true)}>
          {undo.otherReason}
        </Choice>
        {own && <Field label={undo.ownWords} name="words" required autoFocus maxLength={LIMITS.reasonCharsMax} />}
      </fieldset>
      <Button type="submit" look="danger">
        {confirm}
      </Button>
    </form>
  );
}
