import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '../../contract/access/limits.ts';
import {
  type ShopSettings,
  type ShopSettingsChange,
  shopSettingsChangeSchema,
} from '../../contract/access/settings.ts';
import { majorText } from '../../contract/money/money.ts';
import { failureOrNull } from '../api/failure.ts';
import { settingsQuery } from '../api/queries.ts';
import { ChangeFailure } from '../approval/change-failure.tsx';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { useShop } from '../shell/use-session.ts';
import { useSetSettings } from '../shell/use-settings.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { submitted, text } from '../ui/form.ts';
import { Notice } from '../ui/notice.tsx';
import { readAmount } from '../ui/typed-amount.ts';
import { usePageWords } from '../words/page-words.ts';

/** The amounts that one person may issue and activate per hour without entering a PIN. */
export function CeilingSettings() {
  const words = usePageWords('settings');
  const { data: settings, error } = useQuery(settingsQuery);
  const save = useSetSettings();
  return (
    <>
      <p className="max-w-prose text-label text-neutral-10">{words.ceilingsLead}</p>
      <FailureNotice failure={failureOrNull(error)} />
      <ChangeFailure change={save} onPin={(approval) => save.mutate({ ...save.variables, approval })} />
      {save.isSuccess && <Notice tone="done">{words.ceilingsSaved}</Notice>}
      {settings !== undefined && (
        <CeilingsForm
          key={JSON.stringify(CEILINGS.map((name) => settings[name]))}
          settings={settings}
          isSaving={save.isPending}
          onSave={(ceilings) => save.mutate(ceilings)}
        />
      )}
    </>
  );
}

const SUMS = ['pinAboveSum', 'approvalAboveSum'] as const;
const COUNTS = ['pinAboveCards', 'approvalAboveCards', 'storiesPerHour'] as const;
const CEILINGS = [...SUMS, ...COUNTS];
const MOST: Readonly<Record<(typeof COUNTS)[number], number>> = {
  pinAboveCards: LIMITS.cardsPerActivationMax,
  approvalAboveCards: LIMITS.ceilingMax,
  storiesPerHour: LIMITS.storiesPerHourMax,
};

interface CeilingsFormProps {
  readonly settings: ShopSettings;
  readonly isSaving: boolean;
  readonly onSave: (ceilings: ShopSettingsChange) => void;
}

function CeilingsForm({ settings, isSaving, onSave }: CeilingsFormProps) {
  const words = usePageWords('settings');
  const { currency, sells } = useShop();
  const [isOdd, setOdd] = useState(false);
  const sums = sells ? SUMS : [];
  const save = (form: FormData) => {
    const typed = [
      ...sums.map((name) => [name, readAmount(text(form, name), currency)] as const),
      ...COUNTS.map((name) => [name, Number(text(form, name))] as const),
    ];
    const change = shopSettingsChangeSchema.safeParse(Object.fromEntries(typed));
    setOdd(!change.success);
    if (change.success) onSave(change.data);
  };
  return (
    <form className="grid grid-cols-[minmax(0,1fr)] gap-4" onSubmit={submitted(save)}>
      {sums.map((name) => (
        <Field
          key={name}
          label={words[name](currency)}
          name={name}
          inputMode="decimal"
          defaultValue={majorText({ amount: settings[name], currency })}
          required
        />
      ))}
      {COUNTS.map((name) => (
        <Field
          key={name}
          label={words[name]}
          name={name}
          type="number"
          min={1}
          max={MOST[name]}
          step={1}
          defaultValue={settings[name]}
          required
        />
      ))}
      {isOdd && <Notice tone="attention">{words.ceilingWrong}</Notice>}
      <Button type="submit" className="justify-self-start" disabled={isSaving}>
        {words.save}
      </Button>
    </form>
  );
}
