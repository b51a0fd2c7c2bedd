import { majorText, minorDigits, money } from '../../../contract/money/money.ts';
import { Amount } from '../../ui/amount.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useFormat } from '../../ui/use-format.tsx';
import { useMessages } from '../../words/words.tsx';
import { type AmountEntry, applyKey, emptyEntry, entryTotal, isUnclear } from '../till/entry.ts';
import { useReading } from '../till/use-rule.ts';

interface EntryAmountProps {
  readonly entry: AmountEntry;
  readonly currency: string;
  readonly className?: string;
}

/** The amount of an entry; the typed characters while it is unclear. */
export function EntryAmount({ entry, currency, className = '' }: EntryAmountProps) {
  if (isUnclear(entry))
    return (
      <span translate="no" className={`wrap-anywhere text-neutral-9 tabular-nums ${className}`}>
        {entry.text}
      </span>
    );
  return <Amount worth={money(entryTotal(entry), currency)} className={className} />;
}

const EXAMPLE = ['8', '0'] as const;

/** Shows how typed digits are read: the current item as typed, and its amount. */
export function EntryReading({ entry, currency }: Omit<EntryAmountProps, 'className'>) {
  const { money: text } = useFormat();
  const reading = { ...useReading(), currency };
  const displayed =
    entry.text === '' ? EXAMPLE.reduce((typed, key) => applyKey(typed, key, reading), emptyEntry) : entry;
  return (
    <p className="text-label text-neutral-9 tabular-nums wrap-anywhere">
      {isUnclear(displayed)
        ? `${displayed.text} → ?`
        : `${displayed.text} → ${text(money(displayed.current, currency))}`}
    </p>
  );
}

export function UnclearNotice({ currency }: { readonly currency: string }) {
  const { sale } = useMessages();
  const { point } = useFormat();
  const example = majorText({ amount: 5 * 10 ** minorDigits(currency), currency }).replace('.', point);
  return <Notice tone="attention">{sale.unclear(example)}</Notice>;
}
