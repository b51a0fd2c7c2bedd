import { useState } from 'react';
import { failureOrNull, isProblem } from '../../../pwa/api/failure.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { readSignedAmount } from '../../../pwa/ui/typed-amount.ts';
import { usePageWords } from '../../../pwa/words/page-words.ts';
import { currenciesOfShift, type Shift, type ZRequest } from '../contract/shift.ts';
import { useCloseShift } from './queries.ts';

interface CloseFormProps {
  readonly shift: Shift;
  /** The shift belongs to the signed-in user. */
  readonly isOwn: boolean;
  readonly onClosed: (z: Shift) => void;
}

export function CloseForm({ shift, isOwn, onClosed }: CloseFormProps) {
  const { shift: words } = usePageWords('closings');
  const { closing } = usePageWords('transactions');
  const currency = useDeclaredIn(shift);
  const [isOdd, setOdd] = useState(false);
  const close = useCloseShift();
  const submit = submitted((form) => {
    const request = requestOf(text(form, 'register'), currency);
    setOdd(request === null);
    if (request !== null) close.mutate({ id: shift.id, body: request }, { onSuccess: onClosed });
  });
  const isMeanwhile = isProblem(close.error, 'shift-closed');
  return (
    <form className="grid grid-cols-[minmax(0,1fr)] gap-3" onSubmit={submit}>
      <Field
        label={words.register(currency)}
        hint={shift.blind ? words.registerHint : `${words.registerHint}. ${words.registerMay}`}
        name="register"
        inputMode="decimal"
        maxLength={24}
        required={shift.blind}
        aria-invalid={isOdd}
      />
      {isOdd && <Notice tone="attention">{closing.badAmount}</Notice>}
      {isMeanwhile ? (
        <Notice tone="attention">{words.closedElsewhere}</Notice>
      ) : (
        <FailureNotice failure={failureOrNull(close.error)} />
      )}
      <Button type="submit" look="main" disabled={close.isPending}>
        {close.isPending ? words.closing : isOwn ? words.close : words.closeOther}
      </Button>
    </form>
  );
}

/** The currency for the register total: the shop's own if the shift has it. */
function useDeclaredIn({ sums }: Shift): string {
  const { currency } = useShop();
  const all = currenciesOfShift(sums).filter((one) => one !== '');
  return all.includes(currency) ? currency : (all[0] ?? currency);
}

/** Returns the request, or null for an invalid amount. */
function requestOf(typed: string, currency: string): ZRequest | null {
  if (typed === '') return {};
  const amount = readSignedAmount(typed, currency);
  return amount === null ? null : { declared: { amount, currency } };
}
