import { useState } from 'react';
import { LIMITS } from '../../../contract/access/limits.ts';
import { failureOrNull } from '../../api/failure.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { submitted, text } from '../../ui/form.ts';
import { Notice } from '../../ui/notice.tsx';
import { PinField } from '../../ui/pin-field.tsx';
import { useWords } from '../../words/words.tsx';
import { FailureNotice } from '../failure-notice.tsx';
import { useArrival } from './use-arrival.ts';

/** Two fields in a row if there is room, so that the button is above the fold. */
const PAIR = 'grid items-start gap-4 tablet:grid-cols-2';

/**
 * Creates the first manager and device of a shop, with the code that the server printed. The PIN is
 * typed twice, because a typo would lock the shop.
 */
export function SetUpForm() {
  const { setup } = useWords();
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
          shop: { name: text(form, 'shop') },
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
      <Field label={setup.manager} name="manager" required maxLength={LIMITS.nameCharsMax} />
      <div className={PAIR}>
        <PinField label={setup.pin} hint={setup.pinHint} />
        <PinField name="pin-again" label={setup.pinAgain} />
      </div>
      {differ && <Notice tone="attention">{setup.pinsDiffer}</Notice>}
      <FailureNotice failure={failureOrNull(setUp.error)} />
      <Button look="main" type="submit" disabled={setUp.isPending}>
        {setup.submit}
      </Button>
    </form>
  );
}
