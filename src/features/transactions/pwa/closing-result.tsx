import { useShop } from '../../../pwa/shell/use-session.ts';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { Closing, ClosingCurrency } from '../contract/transaction.ts';
import { Difference } from './difference.tsx';
import { shopCurrencyFirst } from './shop-currency-first.ts';
import { useAmountText, useDateText } from './texts.ts';

export function ClosingResult({ closing }: { readonly closing: Closing }) {
  const messages = usePageMessages('transactions');
  const { closing: own } = messages;
  const { dateTime } = useFormat();
  const date = useDateText();
  const { currency } = useShop();
  return (
    <>
      <header>
        <h3 className="text-section font-semibold tabular-nums">{date(closing.date)}</h3>
        <p className="text-label text-neutral-9">{own.until(dateTime(closing.until))}</p>
        <p className="text-label text-neutral-9">{own.kept(dateTime(closing.at), closing.person, closing.device)}</p>
        {closing.note !== null && <p>{closing.note}</p>}
      </header>
      {shopCurrencyFirst(closing.currencies, currency).map((sums) => (
        <OneCurrency key={sums.currency} sums={sums} date={closing.date} />
      ))}
      {closing.unsettled > 0 && <p>{own.unsettled(closing.unsettled)}</p>}
      {closing.withoutAmount > 0 && <p>{messages.withoutAmount(closing.withoutAmount)}</p>}
    </>
  );
}

interface OneCurrencyProps {
  readonly sums: ClosingCurrency;
  /** The day of the comparison. */
  readonly date: string;
}

function OneCurrency({ sums, date }: OneCurrencyProps) {
  const messages = usePageMessages('transactions');
  const { kinds, labelled } = useMessages();
  const amountText = useAmountText();
  const { currency, captured, refunded, net, forfeited, register } = sums;
  const lines: (readonly [name: string, amount: number | null])[] = [
    [`${messages.sums.captured} (${sums.captures})`, captured],
    [`${messages.sums.refunded} (${sums.refunds})`, refunded],
    [labelled(messages.closing.issuerTotal, messages.sums.net), net],
    [messages.closing.registerTotal, register],
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
      <Difference {...sums} day={date} />
    </div>
  );
}
