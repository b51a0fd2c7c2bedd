import { failureOrNull, isProblem } from '../../../pwa/api/failure.ts';
import { AmountField, useAmountReader } from '../../../pwa/shell/amount-field.tsx';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { currenciesOfShift, type Shift } from '../contract/shift.ts';
import { useCloseShift } from './queries.ts';

interface CloseFormProps {
  readonly shift: Shift;
  /** The shift belongs to the signed-in user. */
  readonly isOwn: boolean;
  readonly onClosed: (z: Shift) => void;
}

export function CloseForm({ shift, isOwn, onClosed }: CloseFormProps) {
  const { shift: messages } = usePageMessages('closings');
  const currency = useDeclaredIn(shift);
  const { readSigned } = useAmountReader();
  const close = useCloseShift();
  const submit = submitted((form) => {
    const amount = readSigned(text(form, 'register'), currency);
    const body = amount === null ? {} : { declared: { amount, currency } };
    close.mutate({ id: shift.id, body }, { onSuccess: onClosed });
  });
  const isMeanwhile = isProblem(close.error, 'shift-closed');
  return (
    <form className="grid grid-cols-[minmax(0,1fr)] gap-3" onSubmit={submit}>
      <AmountField
        label={messages.register(currency)}
        currency={currency}
        signed
        hint={shift.blind ? messages.registerHint : `${messages.registerHint}. ${messages.registerMay}`}
        name="register"
        maxLength={24}
        required={shift.blind}
      />
      {isMeanwhile ? (
        <Notice tone="attention">{messages.closedElsewhere}</Notice>
      ) : (
        <FailureNotice failure={failureOrNull(close.error)} />
      )}
      <Button type="submit" variant="main" disabled={close.isPending}>
        {close.isPending ? messages.closing : isOwn ? messages.close : messages.closeOther}
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
