import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '../../../contract/access/limits.ts';
import { mayActAs, type Role } from '../../../contract/access/people.ts';
import { settingsQuery } from '../../../pwa/api/queries.ts';
import { ChangeFailure } from '../../../pwa/approval/change-failure.tsx';
import { useSetSettings } from '../../../pwa/shell/use-settings.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Dialog } from '../../../pwa/ui/dialog.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';

/** The minimum number of cards that requires the PIN again; set by a manager. */
export function PinSetting({ role }: { readonly role: Role }) {
  const activate = usePageMessages('gift-cards');
  const { data: settings } = useQuery(settingsQuery);
  const [isOpen, setOpen] = useState(false);
  if (settings === undefined) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 px-4 text-label till:px-6 text-neutral-9">
      {activate.setting(activate.cards(settings.pinAboveCards))}
      {mayActAs(role, 'manager') && (
        <Button variant="quiet" onClick={() => setOpen(true)}>
          {activate.settingChange}
        </Button>
      )}
      {isOpen && <SettingDialog now={settings.pinAboveCards} onClose={() => setOpen(false)} />}
    </p>
  );
}

function SettingDialog({ now, onClose }: { readonly now: number; readonly onClose: () => void }) {
  const activate = usePageMessages('gift-cards');
  const save = useSetSettings();
  const submit = submitted((form) =>
    save.mutate({ pinAboveCards: Number(text(form, 'cards')) }, { onSuccess: onClose }),
  );
  return (
    <Dialog title={activate.settingField} onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit}>
        <Field
          label={activate.settingField}
          name="cards"
          type="number"
          min={1}
          max={LIMITS.cardsPerActivationMax}
          step={1}
          defaultValue={now}
          required
        />
        <ChangeFailure change={save} onPin={(approval) => save.mutate({ ...save.variables, approval })} />
        <Button type="submit" variant="main" disabled={save.isPending}>
          {activate.settingSave}
        </Button>
      </form>
    </Dialog>
  );
}
