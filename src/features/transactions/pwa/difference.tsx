import { Link } from 'wouter';
import { maskRef } from '../../../contract/voucher/voucher.ts';
import { addressOfRedemptions } from '../../../pwa/shell/addresses.ts';
import { buttonClass } from '../../../pwa/ui/button.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { ExplainedDifference } from '../contract/explained-differences.ts';
import type { ClosingCurrency, Explanation } from '../contract/transaction.ts';
import { DifferenceChip } from './difference-chip.tsx';
import { useAmountText } from './texts.ts';

interface DifferenceProps
  extends Pick<ClosingCurrency, 'difference' | 'currency' | 'explanations' | 'found' | 'known'> {
  /** The day of the comparison. */
  readonly day: string;
}

/**
 * The difference between the register and our records in one currency, and possible explanations.
 */
export function Difference({ difference, currency, explanations, found, known, day }: DifferenceProps) {
  const { closing: messages } = usePageMessages('transactions');
  if (difference === null) return <p className="text-neutral-9">{messages.notCompared}</p>;
  return (
    <div className="grid gap-2">
      <p>
        <DifferenceChip sums={{ difference, currency }} />
      </p>
      <Reasons known={known} currency={currency} />
      {explanations.map((explanation, index) => (
        <DifferenceReason key={index} explanation={explanation} currency={currency} />
      ))}
      {found > explanations.length && <p className="text-neutral-9">{messages.others(found - explanations.length)}</p>}
      {difference !== 0 && found + known.length === 0 && (
        <>
          <p>{messages.unexplained}</p>
          <Link href={addressOfRedemptions(day)} className={`screen-only justify-self-start ${buttonClass('plain')}`}>
            {messages.seeDay}
          </Link>
        </>
      )}
    </div>
  );
}

interface ReasonsProps {
  readonly known: readonly ExplainedDifference[];
  readonly currency: string;
}

function Reasons({ known, currency }: ReasonsProps) {
  const { closing: messages } = usePageMessages('transactions');
  const amountText = useAmountText();
  if (known.length === 0) return null;
  return (
    <div className="rounded-button bg-neutral-3 px-3 py-2">
      <p className="text-label font-medium text-neutral-11">{messages.knownTitle}</p>
      <dl className="grid gap-1 tabular-nums">
        {known.map(({ why, amount }) => (
          <div key={why} className="paper-line">
            <dt>{messages.known[why]}</dt>
            <dd className="font-semibold whitespace-nowrap">{amountText(amount, currency)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function DifferenceReason({
  explanation: { side, lines },
  currency,
}: {
  readonly explanation: Explanation;
  readonly currency: string;
}) {
  const messages = usePageMessages('transactions');
  const { closing, types } = messages;
  const { dateTime } = useFormat();
  const amountText = useAmountText();
  const isOne = lines.length === 1;
  return (
    <div className="rounded-button bg-neutral-3 px-3 py-2">
      <p className="text-label font-medium text-neutral-11">
        {side === 'missing'
          ? isOne
            ? closing.missing
            : closing.missingBoth
          : isOne
            ? closing.twice
            : closing.twiceBoth}
      </p>
      <ul>
        {lines.map(({ id, type, amount, last4, at, person, receiptNo }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 tabular-nums">
            <span>
              {[types[type], maskRef(last4), at === null ? messages.noTime : dateTime(at), person, receiptNo]
                .filter(Boolean)
                .join(', ')}
            </span>
            <span className="font-semibold">{amountText(amount, currency)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
