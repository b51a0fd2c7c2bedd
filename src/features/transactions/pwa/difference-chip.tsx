import { Chip } from '../../../pwa/ui/chip.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { ClosingCurrency } from '../contract/transaction.ts';
import { useAmountText } from './texts.ts';

interface DifferenceChipProps {
  readonly sums: Pick<ClosingCurrency, 'difference' | 'currency'>;
}

/**
 * The difference between the register and our records in one currency; nothing without a
 * comparison.
 */
export function DifferenceChip({ sums: { difference, currency } }: DifferenceChipProps) {
  const { closing: messages } = usePageMessages('transactions');
  const amountText = useAmountText();
  if (difference === null) return null;
  if (difference === 0) return <Chip tone="done">✓ {messages.agrees}</Chip>;
  const amount = amountText(Math.abs(difference), currency);
  return <Chip tone="attention">! {difference > 0 ? messages.more(amount) : messages.less(amount)}</Chip>;
}
