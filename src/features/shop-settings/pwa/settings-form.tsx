import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ShopSettings, ShopSettingsChange } from '../../../contract/access/settings.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { settingsQuery } from '../../../pwa/api/queries.ts';
import { ChangeFailure } from '../../../pwa/approval/change-failure.tsx';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { useSetChainSettings, useSetSettings } from '../../../pwa/shell/use-settings.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { submittedWithLocked } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { LockedSettings, locksIn, OriginMark, ScopeChoice, useOrigins } from './setting-origin.tsx';

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
  const messages = usePageMessages('shop-settings');
  const { data: settings, error } = useQuery(settingsQuery);
  const isOffice = useShop().visit?.office === true;
  const { origin, locked: ofChain } = useOrigins(names);
  const locked = isOffice ? [] : ofChain;
  const isLocked = locked.length === names.length;
  const toLock = ofChain.length === 0 ? names : ofChain;
  const [scope, setScope] = useState<'shop' | 'chain' | 'locked'>('shop');
  const save = useSetSettings();
  const saveForAll = useSetChainSettings();
  const [isInvalid, setInvalid] = useState(false);
  if (settings === undefined) return <FailureNotice failure={failureOrNull(error)} />;
  const free = names.filter((name) => !locked.includes(name));
  const submit = submittedWithLocked((form) => {
    save.reset();
    saveForAll.reset();
    const all = read(form, settings);
    setInvalid(all === null);
    if (all === null) return;
    const change = Object.fromEntries(Object.entries(all).filter(([name]) => free.some((one) => one === name)));
    if (scope === 'shop') return save.mutate(change);
    const current = Object.fromEntries(names.map((name) => [name, settings[name]]));
    const lock = scope === 'locked' ? locksIn(form, names) : [];
    saveForAll.mutate({ settings: { ...current, ...change }, lock });
  });
  const isBusy = save.isPending || saveForAll.isPending;
  const savedOwn = typeof saved === 'string' ? saved : saved(settings);
  const savedText = save.variables?.reset ? messages.resetDone : savedOwn;
  return (
    <form
      key={JSON.stringify(names.map((name) => settings[name]))}
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      onSubmit={submit}
    >
      {lead !== undefined && <p className="max-w-prose text-label text-neutral-10">{lead}</p>}
      {origin !== null && <OriginMark origin={origin} isBusy={isBusy} onReset={() => save.mutate({ reset: free })} />}
      <fieldset disabled={isLocked} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
        <LockedSettings
          value={{ locked: isLocked ? [] : locked, toLock: scope === 'locked' && names.length > 1 ? toLock : null }}
        >
          {children(settings, isInvalid)}
        </LockedSettings>
      </fieldset>
      {isOffice && <ScopeChoice scope={scope} onChoose={setScope} />}
      <ChangeFailure change={save} onPin={(approval) => save.mutate({ ...save.variables, approval })} />
      {isInvalid && <Notice tone="attention">{invalid}</Notice>}
      <FailureNotice failure={failureOrNull(saveForAll.error)} />
      {save.isSuccess && <Notice tone="done">{savedText}</Notice>}
      {saveForAll.isSuccess && <Notice tone="done">{messages.savedForAll}</Notice>}
      {!isLocked && (
        <Button type="submit" variant="main" className="justify-self-start max-tablet:w-full" disabled={isBusy}>
          {saveLabel}
        </Button>
      )}
    </form>
  );
}
