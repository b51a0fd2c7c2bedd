import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { USUAL_RULE } from '../../contract/access/till-rule.ts';
import { settingsQuery } from '../api/queries.ts';
import { Field } from '../ui/field.tsx';
import { readSignedAmount, readTyped } from '../ui/typed-amount.ts';
import { useFormat } from '../ui/use-format.tsx';
import { useMessages } from '../words/words.tsx';

/** Parses typed amounts as the shop's tills do: digits alone may be cents. */
export function useAmountReader() {
  const { typedAmounts } = useQuery(settingsQuery).data ?? USUAL_RULE;
  return {
    read: (text: string, currency: string) => readTyped(text, currency, typedAmounts),
    readSigned: (text: string, currency: string) => readSignedAmount(text, currency, typedAmounts),
  };
}

interface AmountFieldProps extends Omit<ComponentProps<typeof Field>, 'inputMode' | 'onInput'> {
  readonly currency: string;
  /** The amount may be negative. */
  readonly signed?: boolean;
}

/** A field for an amount. While the user types, the amount as understood appears below. */
export function AmountField({ currency, signed = false, hint, ...props }: AmountFieldProps) {
  const { read, readSigned } = useAmountReader();
  const { money } = useFormat();
  const { common } = useMessages();
  const [amount, setAmount] = useState<number | null>(null);
  const below = amount === null ? hint : money({ amount, currency });
  return (
    <Field
      {...props}
      {...(below !== undefined && { hint: below })}
      inputMode="decimal"
      onInput={({ currentTarget: field }) => {
        const typed = field.value.trim();
        const typedAmount = typed === '' ? null : (signed ? readSigned : read)(typed, currency);
        field.setCustomValidity(typed === '' || typedAmount !== null ? '' : common.amountWrong);
        setAmount(typedAmount);
      }}
    />
  );
}
