import { Link } from 'wouter';
import type { Closing, ClosingCurrency, Explanation } from '../../contract/transaction.ts';
import { maskRef } from '../../contract/voucher.ts';
import { addressOfRedemptions } from '../shell/addresses.ts';
import { useShop } from '../shell/use-session.ts';
import { buttonLook } from '../ui/button.tsx';
import { useFormat } from '../ui/use-format.tsx';
import { usePageWords } from '../words/page-words.ts';
import { useWords } from '../words/words.tsx';
import { DifferenceChip } from './earlier-days.tsx';
import { KnownReasons } from './known-reasons.tsx';
import { ownFirst } from './own-first.ts';
import { useAmountText, useDateText } from './texts.ts';

/** What was found at the end of a day, on the screen and on paper alike. */
export function ClosingResult({ closing }: { readonly closing: Closing }) {
  const words = usePageWords('transactions');
  const { closing: own } = words;
  const { dateTime } = useFormat();
  const date = useDateText();
  const { currency } = useShop();
  return (
    <>
      <header>
        <h2 className="text-section font-semibold tabular-nums">{date(closing.date)}</h2>
        <p className="text-label text-neutral-9">{own.until(dateTime(closing.until))}</p>
        <p className="text-label text-neutral-9">{own.kept(dateTime(closing.at), closing.person, closing.device)}</p>
        {closing.note !== null && <p>{closing.note}</p>}
      </header>
      {ownFirst(closing.currencies, currency).map((sums) => (
        <OneCurrency key={sums.currency} sums={sums} date={closing.date} />
      ))}
      {closing.unsettled > 0 && <p>{own.unsettled(closing.unsettled)}</p>}
      {closing.withoutAmount > 0 && <p>{words.withoutAmount(closing.withoutAmount)}</p>}
    </>
  );
}

interface OneCurrencyProps {
  readonly sums: ClosingCurrency;
  /** The day that it is of. */
  readonly date: string;
}

function OneCurrency({ sums, date }: OneCurrencyProps) {
  const words = usePageWords('transactions');
  const { kinds, labelled } = useWords();
  const amountText = useAmountText();
  const { currency, captured, refunded, net, forfeited, register } = sums;
  const lines: (readonly [name: string, amount: number | null])[] = [
    [`${words.sums.captured} (${sums.captures})`, captured],
    [`${words.sums.refunded} (${sums.refunds})`, refunded],
    [labelled(words.closing.issuerSays, words.sums.net), net],
    [words.closing.registerSays, register],
    ...(forfeited === null || forfeited === 0 ? [] : [[kinds.forfeitedLabel, forfeited] as const]),
  ];
  return (
    <div className="grid gap-2 border-t border-neutral-4 pt-3">
      <dl className="grid gap-1 tabular-nums">
        {lines.map(([name, amount]) => (
          <div key={name} className="paper-line">
            <dt>{name}</dt>
            <dd className="font-semibold whitespace-nowrap">{amount === null ? '–' : amountText(amount, currency)}</dd>
          </div>
        ))}
      </dl>
      <Difference sums={sums} date={date} />
    </div>
  );
}

function Difference({ sums, date }: OneCurrencyProps) {
  const { difference, currency, explanations, found, known } = sums;
  const { closing: words } = usePageWords('transactions');
  if (difference === null) return <p className="text-neutral-9">{words.notCompared}</p>;
  return (
    <div className="grid gap-2">
      <p>
        <DifferenceChip sums={sums} />
      </p>
      <KnownReasons known={known} currency={currency} />
      {explanations.map((explanation, index) => (
        <Why key={index} explanation={explanation} currency={currency} />
      ))}
      {found > explanations.length && <p className="text-neutral-9">{words.others(found - explanations.length)}</p>}
      {difference !== 0 && found + known.length === 0 && (
        <>
          <p>{words.unexplained}</p>
          <Link href={addressOfRedemptions(date)} className={`screen-only justify-self-start ${buttonLook('plain')}`}>
            {words.seeDay}
          </Link>
        </>
      )}
    </div>
  );
}

function Why({
  explanation: { side, lines },
  currency,
}: {
  readonly explanation: Explanation;
  readonly currency: string;
}) {
  const words = usePageWords('transactions');
  const { closing, types } = words;
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
              {[types[type], maskRef(last4), at === null ? words.noTime : dateTime(at), person, receiptNo]
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
