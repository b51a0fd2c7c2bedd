import { LIMITS } from '../../../contract/access/limits.ts';
import { majorText } from '../../../contract/money/money.ts';
import { AmountField } from '../../../pwa/shell/amount-field.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { text } from '../../../pwa/ui/form.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { LimitFieldsProps, LimitReading } from './limit-fields.ts';
import { Lockable } from './setting-origin.tsx';

const AMOUNT_CEILINGS = ['pinAboveSum', 'approvalAboveSum'] as const;
const CARD_CEILINGS = ['pinAboveCards', 'approvalAboveCards', 'storiesPerHour'] as const;
const CARDS_MAX: Readonly<Record<(typeof CARD_CEILINGS)[number], number>> = {
  pinAboveCards: LIMITS.cardsPerActivationMax,
  approvalAboveCards: LIMITS.ceilingMax,
  storiesPerHour: LIMITS.storiesPerHourMax,
};

/** The amounts that one person may issue and activate per hour without entering a PIN. */
export function CeilingFields({ limits, currency, sells }: LimitFieldsProps) {
  const messages = usePageMessages('shop-settings');
  return (
    <>
      <p className="max-w-prose text-label text-neutral-10">{messages.ceilingsLead}</p>
      {(sells ? AMOUNT_CEILINGS : []).map((name) => (
        <Lockable key={name} name={name}>
          <AmountField
            label={messages[name](currency)}
            currency={currency}
            name={name}
            defaultValue={majorText({ amount: limits[name], currency })}
            required
          />
        </Lockable>
      ))}
      {CARD_CEILINGS.map((name) => (
        <Lockable key={name} name={name}>
          <Field
            label={messages[name]}
            name={name}
            type="number"
            min={1}
            max={CARDS_MAX[name]}
            step={1}
            defaultValue={limits[name]}
            required
          />
        </Lockable>
      ))}
    </>
  );
}

export function ceilingsIn(form: FormData, { read, sells }: LimitReading): Readonly<Record<string, unknown>> {
  return Object.fromEntries([
    ...(sells ? AMOUNT_CEILINGS : []).map((name) => [name, read(text(form, name))] as const),
    ...CARD_CEILINGS.map((name) => [name, Number(text(form, name))] as const),
  ]);
}
