import { useState } from 'react';
import { LIMITS } from '../../../contract/access/limits.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import type { FirstPinProps } from '../../../pwa/shell/feature.ts';
import { useFirstPin } from '../../../pwa/shell/use-session.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { PinField } from '../../../pwa/ui/pin-field.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';

/** Asks a person without a PIN for the printed code and a PIN, and signs in. */
export function FirstPinForm({ person, saleWaits }: FirstPinProps) {
  const messages = usePageMessages('staff');
  const { setup } = useMessages();
  const [differ, setDiffer] = useState(false);
  const choose = useFirstPin(saleWaits);
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      onSubmit={submitted((form) => {
        const pin = text(form, 'pin');
        const isSame = pin === text(form, 'pin-again');
        setDiffer(!isSame);
        if (!isSame) return choose.reset();
        choose.mutate({ personId: person.id, code: text(form, 'code'), pin });
      })}
    >
      <p>{messages.firstPinLead}</p>
      <Field
        label={messages.firstPinCode}
        name="code"
        required
        autoFocus
        maxLength={LIMITS.setupCodeCharsMax}
        autoCapitalize="characters"
        spellCheck={false}
      />
      <PinField label={messages.newPin} hint={messages.pinHint} />
      <PinField name="pin-again" label={setup.pinAgain} />
      {differ && <Notice tone="attention">{setup.pinsDiffer}</Notice>}
      <FailureNotice failure={failureOrNull(choose.error)} />
      <Button variant="main" type="submit" disabled={choose.isPending}>
        {messages.firstPinSubmit}
      </Button>
    </form>
  );
}
