import { LIMITS } from '../../contract/limits.ts';
import { roleSchema } from '../../contract/people.ts';
import { failureOrNull } from '../api/failure.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { submitted, text } from '../ui/form.ts';
import { Notice } from '../ui/notice.tsx';
import { PinField } from '../ui/pin-field.tsx';
import { useWords } from '../words/words.tsx';
import { useAddPerson } from './use-people.ts';

export function AddPerson() {
  const { common, people } = useWords();
  const add = useAddPerson();
  const submit = submitted((form) =>
    add.mutate({ name: text(form, 'name'), role: roleSchema.parse(text(form, 'role')), pin: text(form, 'pin') }),
  );
  return (
    // A new form after each person, so that a PIN never stays on the screen.
    <form key={add.data?.id} className="grid gap-3 border-t border-neutral-4 pt-4" onSubmit={submit}>
      <h3 className="font-semibold">{people.add}</h3>
      <Field label={common.name} name="name" required maxLength={LIMITS.nameCharsMax} />
      <label className="grid gap-1 text-label font-medium text-neutral-11">
        {common.role}
        <select name="role" className="min-h-12 rounded-button border border-neutral-8 bg-neutral-2 px-3 text-body text-neutral-12">
          {roleSchema.options.map((role) => (
            <option key={role} value={role}>
              {common.roles[role]}
            </option>
          ))}
        </select>
      </label>
      <PinField label={common.pin} hint={people.pinHint} />
      <FailureNotice failure={failureOrNull(add.error)} />
      {add.isSuccess && <Notice tone="done">{people.added(add.data.name)}</Notice>}
      <Button type="submit" disabled={add.isPending}>
        {people.addSubmit}
      </Button>
    </form>
  );
}
