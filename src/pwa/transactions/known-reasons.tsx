import type { KnownDifference } from '../../contract/known-differences.ts';
import { usePageWords } from '../words/page-words.ts';
import { useAmountText } from './texts.ts';

interface KnownReasonsProps {
  readonly known: readonly KnownDifference[];
  readonly currency: string;
}

/** What we know that comes to exactly a difference; nothing where nothing does. */
export function KnownReasons({ known, currency }: KnownReasonsProps) {
  const { closing: words } = usePageWords('transactions');
  const amountText = useAmountText();
  if (known.length === 0) return null;
  return (
    <div className="rounded-button bg-neutral-3 px-3 py-2">
      <p className="text-label font-medium text-neutral-11">{words.knownTitle}</p>
      <dl className="grid gap-1 tabular-nums">
        {known.map(({ why, amount }) => (
          <div key={why} className="paper-line">
            <dt>{words.known[why]}</dt>
            <dd className="font-semibold whitespace-nowrap">{amountText(amount, currency)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
