import { LIMITS } from '../../contract/limits.ts';
import { roleSchema } from '../../contract/people.ts';
import { failureOrNull } from '../api/failure.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { submitted, text } from '../ui/form.ts';
import { Notice } from '../ui/notice.tsx';
import { PinField } from '../ui/pin-field.tsx';
import { usePageWords } from '../words/page-words.ts';
import { useWords } from '../words/words.tsx';
import { RoleSelect } from './role-select.tsx';
import { useAddPerson } from './use-people.ts';

export function AddPerson() {
  const { common } = useWords();
  const people = usePageWords('people');
  const add = useAddPerson();
  const submit = submitted((form) =>
    add.mutate({ name: text(form, 'name'), role: roleSchema.parse(text(form, 'role')), pin: text(form, 'pin') }),
  );
  return (
    // A new form after each person, so that a PIN never stays on the screen.
    <form key={add.data?.id} aria-label={people.add} className="grid gap-3 border-t border-neutral-4 pt-4" onSubmit={submit}>
      <h3 className="font-semibold">{people.add}</h3>
      <Field label={common.name} name="name" required maxLength={LIMITS.nameCharsMax} />
      <RoleSelect />
      <PinField label={common.pin} hint={people.pinHint} />
      <FailureNotice failure={failureOrNull(add.error)} />
      {add.isSuccess && <Notice tone="done">{people.added(add.data.name)}</Notice>}
      <Button type="submit" disabled={add.isPending}>
        {people.addSubmit}
      </Button>
    </form>
  );
}
