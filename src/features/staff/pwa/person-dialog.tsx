import { useState } from 'react';
import { LIMITS } from '../../../contract/access/limits.ts';
import { type PersonAdmin, roleSchema } from '../../../contract/access/people.ts';
import { ChangeFailure } from '../../../pwa/approval/change-failure.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Dialog } from '../../../pwa/ui/dialog.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { PinField } from '../../../pwa/ui/pin-field.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import { BadgePart } from './badge-part.tsx';
import { RoleSelect } from './role-select.tsx';
import { type PersonChange, useChangePerson } from './use-people.ts';

interface PersonDialogProps {
  readonly person: PersonAdmin;
  readonly onClose: () => void;
  /** Called with a sentence about the result. */
  readonly onDone: (said: string) => void;
}

/** Changes that a manager may make to a person. People are never deleted. */
export function PersonDialog({ person, onClose, onDone }: PersonDialogProps) {
  const messages = usePageMessages('staff');
  const change = useChangePerson(person.id);
  const [lastChange, setLastChange] = useState<ChangeText>(() => messages.changed);
  const make: PartProps['make'] = (changes, said) => {
    setLastChange(() => said);
    change.mutate(changes, { onSuccess: ({ name }) => onDone(said(name)) });
  };
  const parts = { person, busy: change.isPending, make };
  return (
    <Dialog title={messages.changeOf(person.name)} onClose={onClose}>
      <div className="grid gap-5">
        <ChangeFailure change={change} onPin={(approval) => make({ ...change.variables, approval }, lastChange)} />
        {person.locked && <Locked {...parts} />}
        <NameAndRole {...parts} />
        <NewPin {...parts} />
        {!person.disabled && <BadgePart person={person} onDone={onDone} />}
        <Disable {...parts} />
      </div>
    </Dialog>
  );
}

/** A sentence about a change, for the person's name. */
type ChangeText = (name: string) => string;

interface PartProps {
  readonly person: PersonAdmin;
  readonly busy: boolean;
  readonly make: (changes: PersonChange, said: ChangeText) => void;
}

function Locked({ busy, make }: PartProps) {
  const messages = usePageMessages('staff');
  return (
    <div className="grid gap-3 rounded-button bg-attention-tint p-3 text-attention-ink">
      <p className="font-medium">{messages.lockedLead}</p>
      <Button disabled={busy} onClick={() => make({ locked: false }, messages.unlocked)}>
        {messages.unlock}
      </Button>
    </div>
  );
}

function NameAndRole({ person: { name, role }, busy, make }: PartProps) {
  const { common } = useMessages();
  const messages = usePageMessages('staff');
  const submit = submitted((form) =>
    make({ name: text(form, 'name'), role: roleSchema.parse(text(form, 'role')) }, messages.changed),
  );
  return (
    <form className="grid gap-3" onSubmit={submit}>
      <Field label={common.name} name="name" defaultValue={name} required maxLength={LIMITS.nameCharsMax} />
      <RoleSelect defaultValue={role} />
      <Button type="submit" disabled={busy}>
        {messages.save}
      </Button>
    </form>
  );
}

function NewPin({ person: { name }, busy, make }: PartProps) {
  const messages = usePageMessages('staff');
  return (
    <form
      className="grid gap-3 border-t border-neutral-4 pt-4"
      onSubmit={submitted((form) => make({ pin: text(form, 'pin') }, messages.changed))}
    >
      <PinField label={messages.newPin} hint={`${messages.pinHint}. ${messages.newPinLead(name)}`} />
      <Button type="submit" disabled={busy}>
        {messages.newPinSubmit}
      </Button>
    </form>
  );
}

function Disable({ person: { name, disabled }, busy, make }: PartProps) {
  const messages = usePageMessages('staff');
  return (
    <div className="grid gap-3 border-t border-neutral-4 pt-4">
      <p className="text-label text-neutral-9">{disabled ? messages.enableLead : messages.disableLead(name)}</p>
      <Button
        variant={disabled ? 'plain' : 'danger'}
        disabled={busy}
        onClick={() => make({ disabled: !disabled }, messages.changed)}
      >
        {disabled ? messages.enable : messages.disable}
      </Button>
    </div>
  );
}
