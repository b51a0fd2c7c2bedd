import { majorText, minorDigits, money } from '../../../contract/money/money.ts';
import { Amount } from '../../ui/amount.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useFormat } from '../../ui/use-format.tsx';
import { useWords } from '../../words/words.tsx';
import { type AmountEntry, emptyEntry, isUnclear, press, total } from '../till/entry.ts';
import { useReading } from '../till/use-rule.ts';

interface EntryAmountProps {
  readonly entry: AmountEntry;
  readonly currency: string;
  readonly className?: string;
}

/** What an entry comes to; while that is unclear, what was typed. */
export function EntryAmount({ entry, currency, className = '' }: EntryAmountProps) {
  if (isUnclear(entry))
    return (
      <span translate="no" className={`wrap-anywhere text-neutral-9 tabular-nums ${className}`}>
        {entry.text}
      </span>
    );
  return <Amount worth={money(total(entry), currency)} className={className} />;
}

/** Before anything is typed, what two digits would mean. */
const EXAMPLE = ['8', '0'] as const;

/** What digits mean here: the item at hand as it was typed, and what it comes to. */
export function TypedAs({ entry, currency }: Omit<EntryAmountProps, 'className'>) {
  const { money: text } = useFormat();
  const reading = { ...useReading(), currency };
  const shown = entry.text === '' ? EXAMPLE.reduce((typed, key) => press(typed, key, reading), emptyEntry) : entry;
  return (
    <p className="text-label text-neutral-9 tabular-nums wrap-anywhere">
      {isUnclear(shown) ? `${shown.text} → ?` : `${shown.text} → ${text(money(shown.current, currency))}`}
    </p>
  );
}

/** How to type an amount so that nobody can mistake it. */
export function UnclearNotice({ currency }: { readonly currency: string }) {
  const { sale } = useWords();
  const { point } = useFormat();
  const example = majorText({ amount: 5 * 10 ** minorDigits(currency), currency }).replace('.', point);
  return <Notice tone="attention">{sale.unclear(example)}</Notice>;
}
