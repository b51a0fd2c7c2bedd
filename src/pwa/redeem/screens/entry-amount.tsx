import { majorText, minorDigits, money } from '../../../contract/money.ts';
import { Amount } from '../../ui/amount.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useFormat } from '../../ui/use-format.tsx';
import { useWords } from '../../words/words.tsx';
import { type Entry, isUnclear, total } from '../till/entry.ts';

interface EntryAmountProps {
  readonly entry: Entry;
  readonly currency: string;
  readonly className?: string;
}

/** What an entry comes to; while that is unclear, what was typed. */
export function EntryAmount({ entry, currency, className = '' }: EntryAmountProps) {
  if (isUnclear(entry))
    return <span className={`wrap-anywhere text-neutral-9 tabular-nums ${className}`}>{entry.text}</span>;
  return <Amount worth={money(total(entry), currency)} className={className} />;
}

/** How to type an amount so that nobody can mistake it. */
export function UnclearNotice({ currency }: { readonly currency: string }) {
  const { sale } = useWords();
  const { point } = useFormat();
  const example = majorText({ amount: 5 * 10 ** minorDigits(currency), currency }).replace('.', point);
  return <Notice tone="attention">{sale.unclear(example)}</Notice>;
}
