import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ShopSettings, ShopSettingsChange } from '../../../contract/access/settings.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { settingsQuery } from '../../../pwa/api/queries.ts';
import { ChangeFailure } from '../../../pwa/approval/change-failure.tsx';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { useSetSettings } from '../../../pwa/shell/use-settings.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { submitted } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';

interface SettingsFormProps {
  /** The settings that the form changes. The form starts again if another device changes them. */
  readonly names: readonly (keyof ShopSettings)[];
  readonly lead?: string;
  /** Returns the change; null if something typed is invalid. */
  readonly read: (form: FormData, settings: ShopSettings) => ShopSettingsChange | null;
  /** Shown for invalid input. */
  readonly invalid?: ReactNode;
  readonly saved: string | ((settings: ShopSettings) => string);
  readonly saveLabel: string;
  readonly children: (settings: ShopSettings, isInvalid: boolean) => ReactNode;
}

/** A form for some of the shop's settings. Another manager may have to agree to the change. */
export function SettingsForm({ names, lead, read, invalid, saved, saveLabel, children }: SettingsFormProps) {
  const { data: settings, error } = useQuery(settingsQuery);
  const save = useSetSettings();
  const [isInvalid, setInvalid] = useState(false);
  if (settings === undefined) return <FailureNotice failure={failureOrNull(error)} />;
  const submit = submitted((form) => {
    save.reset();
    const change = read(form, settings);
    setInvalid(change === null);
    if (change !== null) save.mutate(change);
  });
  return (
    <form
      key={JSON.stringify(names.map((name) => settings[name]))}
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      onSubmit={submit}
    >
      {lead !== undefined && <p className="max-w-prose text-label text-neutral-10">{lead}</p>}
      {children(settings, isInvalid)}
      <ChangeFailure change={save} onPin={(approval) => save.mutate({ ...save.variables, approval })} />
      {isInvalid && <Notice tone="attention">{invalid}</Notice>}
      {save.isSuccess && <Notice tone="done">{typeof saved === 'string' ? saved : saved(settings)}</Notice>}
      <Button type="submit" variant="main" className="justify-self-start max-tablet:w-full" disabled={save.isPending}>
        {saveLabel}
      </Button>
    </form>
  );
}
