import { LIMITS } from '../../../contract/access/limits.ts';
import { shopSettingsChangeSchema } from '../../../contract/access/settings.ts';
import { receiptUseSchema } from '../../../contract/redemption/sale-facts.ts';
import { Choice } from '../../../pwa/ui/choice.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { text } from '../../../pwa/ui/form.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { Lockable } from './setting-origin.tsx';
import { SettingsForm } from './settings-form.tsx';

/** Switches the register's receipt numbers on, and sets their format. */
export function ReceiptNumbers() {
  const messages = usePageMessages('shop-settings');
  return (
    <SettingsForm
      names={['receiptUse', 'receiptShape']}
      lead={messages.receiptNumbersLead}
      read={(form) =>
        shopSettingsChangeSchema.safeParse({ receiptUse: text(form, 'use'), receiptShape: text(form, 'shape') }).data ??
        null
      }
      invalid={messages.receiptOdd}
      saved={messages.receiptSaved}
      saveLabel={messages.save}
    >
      {(settings, isInvalid) => (
        <>
          <Lockable name="receiptUse">
            <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
              <legend className="pb-1 text-label font-medium text-neutral-11">{messages.receiptUse}</legend>
              {receiptUseSchema.options.map((use) => (
                <Choice key={use} name="use" value={use} defaultChecked={settings.receiptUse === use}>
                  {messages.receiptUses[use]}
                </Choice>
              ))}
            </fieldset>
          </Lockable>
          <Lockable name="receiptShape">
            <Field
              label={messages.receiptShape}
              hint={messages.receiptShapeHint}
              name="shape"
              defaultValue={settings.receiptShape}
              maxLength={LIMITS.receiptNoCharsMax}
              autoCapitalize="none"
              spellCheck={false}
              aria-invalid={isInvalid}
            />
          </Lockable>
        </>
      )}
    </SettingsForm>
  );
}
