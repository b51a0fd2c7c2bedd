import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '../../contract/access/limits.ts';
import { shopSettingsChangeSchema } from '../../contract/access/settings.ts';
import { receiptUseSchema } from '../../contract/redemption/sale-facts.ts';
import { failureOrNull } from '../api/failure.ts';
import { settingsQuery } from '../api/queries.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { useSetSettings } from '../shell/use-settings.ts';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/choice.tsx';
import { Field } from '../ui/field.tsx';
import { submitted, text } from '../ui/form.ts';
import { Notice } from '../ui/notice.tsx';
import { usePageWords } from '../words/page-words.ts';

/** Switches the register's receipt numbers on, and sets their format. */
export function ReceiptNumbers() {
  const words = usePageWords('settings');
  const { data: settings, error } = useQuery(settingsQuery);
  const save = useSetSettings();
  const [isOdd, setOdd] = useState(false);
  const submit = submitted((form) => {
    save.reset();
    const change = shopSettingsChangeSchema.safeParse({
      receiptUse: text(form, 'use'),
      receiptShape: text(form, 'shape'),
    });
    setOdd(!change.success);
    if (change.success) save.mutate(change.data);
  });
  return (
    <>
      <p className="max-w-prose text-label text-neutral-10">{words.receiptNumbersLead}</p>
      <FailureNotice failure={failureOrNull(error ?? save.error)} />
      {save.isSuccess && <Notice tone="done">{words.receiptSaved}</Notice>}
      {settings !== undefined && (
        <form
          key={JSON.stringify([settings.receiptUse, settings.receiptShape])}
          className="grid grid-cols-[minmax(0,1fr)] gap-4"
          onSubmit={submit}
        >
          <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
            <legend className="pb-1 text-label font-medium text-neutral-11">{words.receiptUse}</legend>
            {receiptUseSchema.options.map((use) => (
              <Choice key={use} name="use" value={use} defaultChecked={settings.receiptUse === use}>
                {words.receiptUses[use]}
              </Choice>
            ))}
          </fieldset>
          <Field
            label={words.receiptShape}
            hint={words.receiptShapeHint}
            name="shape"
            defaultValue={settings.receiptShape}
            maxLength={LIMITS.receiptNoCharsMax}
            autoCapitalize="none"
            spellCheck={false}
            aria-invalid={isOdd}
          />
          {isOdd && <Notice tone="attention">{words.receiptOdd}</Notice>}
          <Button type="submit" className="justify-self-start" disabled={save.isPending}>
            {words.save}
          </Button>
        </form>
      )}
    </>
  );
}
