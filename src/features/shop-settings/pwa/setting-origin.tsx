import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use } from 'react';
import type { SettingOrigin, ShopSettingName } from '../../../contract/access/settings.ts';
import { call } from '../../../pwa/api/live.ts';
import { settingsQuery } from '../../../pwa/api/queries.ts';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Select } from '../../../pwa/ui/select.tsx';
import { Tick } from '../../../pwa/ui/tick.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';

const originsQuery = queryOptions({
  /* A change of the settings changes the origins. */
  queryKey: [...settingsQuery.queryKey, 'origins'],
  queryFn: ({ signal }) => call('settingOrigins', { signal }),
});

interface Origins {
  /** That of the settings that may be changed; null for usual values, and without a chain. */
  readonly origin: SettingOrigin | null;
  /** The settings that only head office may change. */
  readonly locked: readonly ShopSettingName[];
}

/** Returns the origins of a group of settings. */
export function useOrigins(names: readonly ShopSettingName[]): Origins {
  const { name } = useShop();
  const { data: origins = {} } = useQuery({ ...originsQuery, enabled: name !== undefined });
  const locked = names.filter((one) => origins[one] === 'locked');
  if (locked.length === names.length) return { origin: 'locked', locked };
  const found = new Set(names.map((one) => origins[one]));
  return { origin: (['shop', 'chain'] as const).find((origin) => found.has(origin)) ?? null, locked };
}

interface Locks {
  /** The locked settings of a form that also has others. */
  readonly locked: readonly ShopSettingName[];
  /** The settings that head office locks unless it chooses others; null while it locks none. */
  readonly toLock: readonly ShopSettingName[] | null;
}

export const LockedSettings = createContext<Locks>({ locked: [], toLock: null });

/** The settings that head office wants to lock, including those without fields in the form. */
export function locksIn(form: FormData, names: readonly ShopSettingName[]): readonly ShopSettingName[] {
  const chosen = form.getAll('lock');
  const offered = form.getAll('lockable');
  return names.filter((name) => !offered.includes(name) || chosen.includes(name));
}

/** The fields of one setting, disabled if head office has locked it, which chooses here. */
export function Lockable({ name, children }: { readonly name: ShopSettingName; readonly children: ReactNode }) {
  const messages = usePageMessages('shop-settings');
  const { locked, toLock } = use(LockedSettings);
  if (toLock !== null) {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {children}
        <input type="hidden" name="lockable" value={name} />
        {/* At the other side, so that it does not look like one more choice of the setting. */}
        <div className="justify-self-end">
          <Tick name="lock" value={name} defaultChecked={toLock.includes(name)}>
            {messages.lockOne}
          </Tick>
        </div>
      </div>
    );
  }
  if (!locked.includes(name)) return children;
  return (
    <fieldset disabled className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <legend className="pb-1 text-label font-medium text-neutral-11">{messages.origins.locked}</legend>
      {children}
    </fieldset>
  );
}

interface OriginMarkProps {
  readonly origin: SettingOrigin;
  readonly isBusy: boolean;
  readonly onReset: () => void;
}

export function OriginMark({ origin, isBusy, onReset }: OriginMarkProps) {
  const messages = usePageMessages('shop-settings');
  return (
    <div className="flex flex-wrap items-center gap-3">
      <span className="text-label font-medium text-neutral-11">{messages.origins[origin]}</span>
      {origin === 'shop' && (
        <Button variant="quiet" disabled={isBusy} onClick={onReset}>
          {messages.reset}
        </Button>
      )}
    </div>
  );
}

const SCOPES = ['shop', 'chain', 'locked'] as const;
type SettingScope = (typeof SCOPES)[number];

/** For head office: whether a change is for this shop or for all. */
export function ScopeChoice({
  scope,
  onChoose,
}: {
  readonly scope: SettingScope;
  readonly onChoose: (scope: SettingScope) => void;
}) {
  const messages = usePageMessages('shop-settings');
  return (
    <Select
      label={messages.appliesTo}
      value={scope}
      onChoose={(value) => onChoose(SCOPES.find((one) => one === value) ?? 'shop')}
    >
      {SCOPES.map((name) => (
        <option key={name} value={name}>
          {messages.scopes[name]}
        </option>
      ))}
    </Select>
  );
}
