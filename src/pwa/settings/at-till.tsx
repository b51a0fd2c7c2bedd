import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ShopSettings, shopSettingsChangeSchema } from '../../contract/access/settings.ts';
import { emptyVouchersSchema, typedAmountsSchema } from '../../contract/access/till-rule.ts';
import { majorText, minorDigits } from '../../contract/money/money.ts';
import { failureOrNull } from '../api/failure.ts';
import { settingsQuery } from '../api/queries.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { useShop } from '../shell/use-session.ts';
import { useSetSettings } from '../shell/use-settings.ts';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/choice.tsx';
import { Field } from '../ui/field.tsx';
import { submitted, text } from '../ui/form.ts';
import { Notice } from '../ui/notice.tsx';
import { readAmount } from '../ui/typed-amount.ts';
import { usePageWords } from '../words/page-words.ts';

/**
 * How a till reads digits, the amount due that needs a confirmation, and whether empty cards are
 * kept.
 */
export function AtTheTill() {
  const words = usePageWords('settings');
  const { currency } = useShop();
  const { data: settings, error } = useQuery(settingsQuery);
  const save = useSetSettings();
  const [isOdd, setOdd] = useState(false);
  const submit = submitted((form) => {
    save.reset();
    const change = shopSettingsChangeSchema.safeParse({
      typedAmounts: text(form, 'typed'),
      askAboveDue: readAmount(text(form, 'ask'), currency),
      emptyVouchers: text(form, 'empty'),
    });
    setOdd(!change.success);
    if (change.success) save.mutate(change.data);
  });
  return (
    <>
      <FailureNotice failure={failureOrNull(error ?? save.error)} />
      {save.isSuccess && <Notice tone="done">{words.tillSaved}</Notice>}
      {settings !== undefined && (
        <form
          key={JSON.stringify([settings.typedAmounts, settings.askAboveDue, settings.emptyVouchers])}
          className="grid grid-cols-[minmax(0,1fr)] gap-4"
          onSubmit={submit}
        >
          <Choices settings={settings} currency={currency} />
          <Field
            label={words.askAboveDue(currency)}
            hint={words.askAboveDueHint}
            name="ask"
            inputMode="decimal"
            defaultValue={majorText({ amount: settings.askAboveDue, currency })}
            required
          />
          {isOdd && <Notice tone="attention">{words.ceilingWrong}</Notice>}
          <Button type="submit" className="justify-self-start" disabled={save.isPending}>
            {words.save}
          </Button>
        </form>
      )}
    </>
  );
}

function Choices({ settings, currency }: { readonly settings: ShopSettings; readonly currency: string }) {
  const words = usePageWords('settings');
  const meant = { units: 80 * 10 ** minorDigits(currency), cents: 80 };
  return (
    <>
      <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
        <legend className="pb-1 text-label font-medium text-neutral-11">{words.typedAmounts}</legend>
        {typedAmountsSchema.options.map((typed) => (
          <Choice key={typed} name="typed" value={typed} defaultChecked={settings.typedAmounts === typed}>
            {majorText({ amount: meant[typed], currency })}
          </Choice>
        ))}
      </fieldset>
      <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
        <legend className="pb-1 text-label font-medium text-neutral-11">{words.emptyVouchers}</legend>
        {emptyVouchersSchema.options.map((what) => (
          <Choice key={what} name="empty" value={what} defaultChecked={settings.emptyVouchers === what}>
            {words.emptyVoucherWays[what]}
          </Choice>
        ))}
      </fieldset>
    </>
  );
}
