import { maskRef } from '../../../contract/voucher/voucher.ts';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { useAmountText } from '../../transactions/pwa/texts.ts';
import type { OurLine, TheirLine } from '../contract/match/lines.ts';

interface LineFactsProps {
  readonly line: Pick<OurLine, 'amount' | 'currency' | 'receiptNo' | 'last4'> &
    Pick<TheirLine, 'at'> &
    Partial<Pick<TheirLine, 'day'>>;
  readonly more: readonly string[];
}

export function LineFacts({ line: { amount, currency, at, day, receiptNo, last4 }, more }: LineFactsProps) {
  const amountText = useAmountText();
  const { dateTime, day: dayText } = useFormat();
  const when = at === null ? (day ? dayText(day) : '') : dateTime(new Date(at).toISOString());
  const facts = [when, last4 === null ? '' : maskRef(last4), receiptNo ?? '', ...more];
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <span className="min-w-0 wrap-anywhere">{facts.filter(Boolean).join(' · ')}</span>
      <span className="font-semibold whitespace-nowrap">{amountText(amount, currency)}</span>
    </div>
  );
}
