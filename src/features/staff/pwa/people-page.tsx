import { useQuery } from '@tanstack/react-query';
import { LIMITS } from '../../../contract/access/limits.ts';
import { type OtherManagerPin, roleSchema } from '../../../contract/access/people.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { shopLockQuery } from '../../../pwa/api/queries.ts';
import { ChangeFailure } from '../../../pwa/approval/change-failure.tsx';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Page } from '../../../pwa/shell/layout/page.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { PinField } from '../../../pwa/ui/pin-field.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import { PeopleList } from './people-list.tsx';
import { RoleSelect } from './role-select.tsx';
import { useAddPerson, useUnlockShop } from './use-people.ts';

export function PeoplePage() {
  const { places } = useMessages();
  return (
    <Page title={places.people}>
      <ShopLock />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 till:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] till:gap-6">
        <section className="card grid grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 till:p-6">
          <PeopleList />
        </section>
        <section className="card p-4 till:p-6">
          <AddPerson />
        </section>
      </div>
    </Page>
  );
}

function AddPerson() {
  const { common } = useMessages();
  const people = usePageMessages('staff');
  const add = useAddPerson();
  const again = (approval: OtherManagerPin) => add.variables && add.mutate({ ...add.variables, approval });
  const submit = submitted((form) =>
    add.mutate({ name: text(form, 'name'), role: roleSchema.parse(text(form, 'role')), pin: text(form, 'pin') }),
  );
  return (
    // A new form after each person, so that a PIN never stays on the screen.
    <form key={add.data?.id} aria-label={people.add} className="grid gap-3" onSubmit={submit}>
      <h2 className="text-section font-semibold">{people.add}</h2>
      <Field label={common.name} name="name" required maxLength={LIMITS.nameCharsMax} />
      <RoleSelect />
      <PinField label={common.pin} hint={people.pinHint} />
      <ChangeFailure change={add} onPin={again} />
      {add.isSuccess && <Notice tone="done">{people.added(add.data.name)}</Notice>}
      <Button type="submit" variant="main" disabled={add.isPending}>
        {people.addSubmit}
      </Button>
    </form>
  );
}

/**
 * Shows that wrong PINs have locked out all users except managers, and lets a manager end the lock.
 */
function ShopLock() {
  const messages = usePageMessages('staff');
  const { data: lock, error } = useQuery(shopLockQuery);
  const unlock = useUnlockShop();
  const held = lock?.locked === true || lock?.waiting === true;
  const failure = failureOrNull(error ?? unlock.error);
  if (!held && failure === null && !unlock.isSuccess) return null;
  return (
    <div className="grid gap-3 till:col-span-2">
      <FailureNotice failure={failure} />
      {held && (
        <section
          aria-label={messages.unlockShop}
          className="grid gap-3 rounded-button bg-attention-tint p-3 text-attention-ink"
        >
          <p role="status" className="font-medium">
            {lock.locked ? messages.shopLocked : messages.shopWaits}
          </p>
          <Button className="justify-self-start" disabled={unlock.isPending} onClick={() => unlock.mutate()}>
            {messages.unlockShop}
          </Button>
        </section>
      )}
      {!held && unlock.isSuccess && <Notice tone="done">{messages.shopUnlocked}</Notice>}
    </div>
  );
}
