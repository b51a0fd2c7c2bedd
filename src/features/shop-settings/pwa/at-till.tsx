import { type ShopSettings, shopSettingsChangeSchema } from '../../../contract/access/settings.ts';
import { emptyVouchersSchema, typedAmountsSchema } from '../../../contract/access/till-rule.ts';
import { majorText, minorDigits } from '../../../contract/money/money.ts';
import { AmountField, useAmountReader } from '../../../pwa/shell/amount-field.tsx';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Choice } from '../../../pwa/ui/choice.tsx';
import { text } from '../../../pwa/ui/form.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { Lockable } from './setting-origin.tsx';
import { SettingsForm } from './settings-form.tsx';

/**
 * How a till reads digits, the amount due that needs a confirmation, and the handling of empty
 * cards.
 */
export function AtTheTill() {
  const messages = usePageMessages('shop-settings');
  const { currency } = useShop();
  const { read } = useAmountReader();
  return (
    <SettingsForm
      names={['typedAmounts', 'askAboveDue', 'emptyVouchers']}
      read={(form) => {
        const typed = {
          typedAmounts: text(form, 'typed'),
          askAboveDue: read(text(form, 'ask'), currency),
          emptyVouchers: text(form, 'empty'),
        };
        return shopSettingsChangeSchema.safeParse(typed).data ?? null;
      }}
      invalid={messages.ceilingWrong}
      saved={messages.tillSaved}
      saveLabel={messages.save}
    >
      {(settings) => (
        <>
          <Choices settings={settings} currency={currency} />
          <Lockable name="askAboveDue">
            <AmountField
              label={messages.askAboveDue(currency)}
              currency={currency}
              hint={messages.askAboveDueHint}
              name="ask"
              defaultValue={majorText({ amount: settings.askAboveDue, currency })}
              required
            />
          </Lockable>
        </>
      )}
    </SettingsForm>
  );
}

function Choices({ settings, currency }: { readonly settings: ShopSettings; readonly currency: string }) {
  const messages = usePageMessages('shop-settings');
  const meant = { units: 80 * 10 ** minorDigits(currency), cents: 80 };
  return (
    <>
      <Lockable name="typedAmounts">
        <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
          <legend className="pb-1 text-label font-medium text-neutral-11">{messages.typedAmounts}</legend>
          {typedAmountsSchema.options.map((typed) => (
            <Choice key={typed} name="typed" value={typed} defaultChecked={settings.typedAmounts === typed}>
              {majorText({ amount: meant[typed], currency })}
            </Choice>
          ))}
        </fieldset>
      </Lockable>
      <Lockable name="emptyVouchers">
        <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
          <legend className="pb-1 text-label font-medium text-neutral-11">{messages.emptyVouchers}</legend>
          {emptyVouchersSchema.options.map((what) => (
            <Choice key={what} name="empty" value={what} defaultChecked={settings.emptyVouchers === what}>
              {messages.emptyVoucherWays[what]}
            </Choice>
          ))}
        </fieldset>
      </Lockable>
    </>
  );
}
