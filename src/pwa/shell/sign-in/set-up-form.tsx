import { useState } from 'react';
import { LIMITS } from '../../../contract/access/limits.ts';
import { typedAmountsSchema } from '../../../contract/access/till-rule.ts';
import { minorDigits } from '../../../contract/money/money.ts';
import { failureOrNull } from '../../api/failure.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { submitted, text } from '../../ui/form.ts';
import { Notice } from '../../ui/notice.tsx';
import { PinField } from '../../ui/pin-field.tsx';
import { Select } from '../../ui/select.tsx';
import { useFormat } from '../../ui/use-format.tsx';
import { useMessages } from '../../words/words.tsx';
import { FailureNotice } from '../failure-notice.tsx';
import { useArrival } from './use-arrival.ts';

/** Two fields in a row if there is room, so that the button is above the fold. */
const PAIR = 'grid items-start gap-4 tablet:grid-cols-2';

/**
 * Creates the first manager and device of a shop, with the code that the server printed. The PIN is
 * typed twice, because a typo would lock the shop.
 */
export function SetUpForm({ currency }: { readonly currency: string }) {
  const { setup } = useMessages();
  const { setUp } = useArrival();
  const [differ, setDiffer] = useState(false);
  return (
    <form
      className="card grid gap-4 p-4 till:p-6"
      onSubmit={submitted((form) => {
        const isSame = text(form, 'pin') === text(form, 'pin-again');
        setDiffer(!isSame);
        if (!isSame) return setUp.reset();
        setUp.mutate({
          code: text(form, 'code'),
          shop: { name: text(form, 'shop'), ...typedAmountsIn(form) },
          device: { name: text(form, 'device') },
          manager: { name: text(form, 'manager'), pin: text(form, 'pin') },
        });
      })}
    >
      <Field label={setup.code} name="code" required maxLength={LIMITS.setupCodeCharsMax} />
      <div className={PAIR}>
        <Field label={setup.shop} name="shop" required maxLength={LIMITS.nameCharsMax} />
        <Field
          label={setup.device}
          name="device"
          required
          maxLength={LIMITS.nameCharsMax}
          defaultValue={setup.deviceExample}
        />
      </div>
      <div className={PAIR}>
        <Field label={setup.manager} name="manager" required maxLength={LIMITS.nameCharsMax} />
        <TypedAmountsChoice currency={currency} />
      </div>
      <div className={PAIR}>
        <PinField label={setup.pin} hint={setup.pinHint} />
        <PinField name="pin-again" label={setup.pinAgain} />
      </div>
      {differ && <Notice tone="attention">{setup.pinsDiffer}</Notice>}
      <FailureNotice failure={failureOrNull(setUp.error)} />
      <Button variant="main" type="submit" disabled={setUp.isPending}>
        {setup.submit}
      </Button>
    </form>
  );
}

/**
 * Tills read digits as the shop's register does, which usually fills from the cents. Currencies
 * without decimals need no choice, because both meanings are the same.
 */
function TypedAmountsChoice({ currency }: { readonly currency: string }) {
  const { setup } = useMessages();
  const { money } = useFormat();
  const digits = minorDigits(currency);
  if (digits === 0) return null;
  const meant = { cents: 1234, units: 1234 * 10 ** digits };
  return (
    <Select label={setup.typedAmounts} name="typed" defaultValue="cents">
      {(['cents', 'units'] as const).map((typed) => (
        <option key={typed} value={typed}>
          {money({ amount: meant[typed], currency })}
        </option>
      ))}
    </Select>
  );
}

function typedAmountsIn(form: FormData) {
  const typed = typedAmountsSchema.safeParse(text(form, 'typed'));
  return typed.success ? { typedAmounts: typed.data } : {};
}
