import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useLanguage } from '../../../pwa/words/words.tsx';
import { isItemsCurrency } from '../contract/transaction-amount.ts';
import type { Bars, Totals } from '../contract/transaction-list.ts';
import type { CurrencySums, Sums } from '../contract/transaction-sums.ts';
import { FAINT } from './faint.ts';
import { shopCurrencyFirst } from './shop-currency-first.ts';
import { useAmountText, useNumberText } from './texts.ts';

export interface FiguresProps {
  readonly totals: Totals;
  /** The shop's currency. */
  readonly currency: string;
  /**
   * True while the figures are those of the previous filter, which are shown faintly and not read
   * aloud.
   */
  readonly isPending: boolean;
}

/**
 * The sums of the listed transactions as three figures in the main currency: the shop's, if it
 * occurs.
 */
export function Figures({ totals: { sums, bars, lines }, currency, isPending }: FiguresProps) {
  const messages = usePageMessages('transactions');
  const more = (text: string) => (isPending ? messages.counting : text);
  const [main = { currency, captured: 0, refunded: 0, net: 0, captures: 0, refunds: 0 }] = shopCurrencyFirst(
    sums.currencies,
    currency,
  );
  const mainBars = bars.find((one) => one.currency === main.currency);
  return (
    <section aria-label={messages.sums.net} aria-busy={isPending} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <dl className="max-tablet:card max-tablet:flex max-tablet:flex-wrap max-tablet:justify-between max-tablet:px-4 max-tablet:py-2 tablet:grid tablet:grid-cols-3 tablet:gap-3">
        <Figure
          name={messages.sums.captured}
          amount={main.captured}
          sums={main}
          line={mainBars?.captured}
          more={more(messages.captures(main.captures))}
          isPending={isPending}
        />
        <Figure
          name={messages.sums.refunded}
          amount={main.refunded}
          sums={main}
          line={mainBars?.refunded}
          more={more(messages.refunds(main.refunds))}
          isPending={isPending}
        />
        <Figure
          name={messages.sums.net}
          amount={main.net}
          sums={main}
          line={netLine(mainBars)}
          more={more(messages.rows(lines))}
          isPending={isPending}
        />
      </dl>
    </section>
  );
}

/** Details of the three figures: other currencies, kinds, and lines that no sum includes. */
export function MoreFigures({ totals: { sums }, currency, isPending }: FiguresProps) {
  const messages = usePageMessages('transactions');
  const [, ...others] = shopCurrencyFirst(sums.currencies, currency);
  return (
    <div aria-hidden={isPending} className={`grid grid-cols-[minmax(0,1fr)] gap-3 ${isPending ? FAINT : ''}`}>
      {others.length > 0 && <OtherCurrencies others={others} />}
      <ByType counts={sums.byType} />
      {sums.withoutAmount > 0 && <p className="text-neutral-9">{messages.withoutAmount(sums.withoutAmount)}</p>}
      {sums.unknownStatus > 0 && <p className="text-neutral-9">{messages.unknownStatus(sums.unknownStatus)}</p>}
    </div>
  );
}

interface FigureProps {
  readonly name: string;
  readonly amount: number;
  readonly sums: CurrencySums;
  readonly line: readonly number[] | undefined;
  readonly more: string;
  readonly isPending: boolean;
}

function Figure({ name, amount, sums, line, more, isPending }: FigureProps) {
  const amountText = useAmountText();
  const numberText = useNumberText();
  const { moneyParts } = useFormat();
  const { currency } = sums;
  const isItems = isItemsCurrency(currency);
  const signFirst = isItems || moneyParts({ amount: 0, currency }).signFirst;
  const sign = (
    <span className={`${signFirst ? 'mr-1.5' : 'ml-1.5'} text-label font-medium text-neutral-10`}>{currency}</span>
  );
  return (
    <div className="tablet:card tablet:grid tablet:grid-cols-[minmax(0,1fr)_auto] tablet:items-end tablet:gap-x-3 tablet:px-4 tablet:py-3">
      <dt className="text-label font-medium text-neutral-9">{name}</dt>
      <dd
        aria-hidden={isPending}
        className={`col-span-2 font-semibold whitespace-nowrap tabular-nums tablet:text-title tablet:max-till:text-section ${isPending ? FAINT : ''}`}
      >
        {!isItems && signFirst && sign}
        {isItems ? amountText(amount, currency) : numberText(amount, currency)}
        {!isItems && !signFirst && sign}
      </dd>
      <dd className="col-start-1 text-label text-neutral-9 tabular-nums max-tablet:hidden">{more}</dd>
      <dd aria-hidden className={`max-till:hidden ${isPending ? FAINT : ''}`}>
        {line !== undefined && hasEnoughBars(line) && <Sparkline values={line} />}
      </dd>
    </div>
  );
}

/** Smallest number of bars for drawing a line. */
const BARS_MIN = 3;
const hasEnoughBars = (line: readonly number[]) => line.filter((amount) => amount !== 0).length >= BARS_MIN;

/** A decorative curve; the chart below has the same data with labels. */
function Sparkline({ values }: { readonly values: readonly number[] }) {
  const low = Math.min(0, ...values);
  const high = Math.max(1, ...values);
  const points = values.map(
    (value, index) => `${(index / (values.length - 1)) * 100},${28 - ((value - low) / (high - low)) * 26}`,
  );
  return (
    <svg aria-hidden viewBox="0 0 100 30" preserveAspectRatio="none" className="h-8 w-24 shrink-0 text-accent">
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

function netLine(bars: Bars | undefined): readonly number[] | undefined {
  return bars?.captured.map((captured, index) => captured - (bars.refunded[index] ?? 0));
}

function OtherCurrencies({ others }: { readonly others: readonly CurrencySums[] }) {
  const { sums, chart, itemsName, captures, refunds } = usePageMessages('transactions');
  const numberText = useNumberText();
  return (
    <div className="card overflow-x-auto">
      <table className="w-full text-left tabular-nums max-tablet:text-label">
        <thead className="text-label text-neutral-9">
          <tr>
            {[chart.currency, sums.captured, sums.refunded, sums.net].map((heading, index) => (
              <th
                key={heading}
                scope="col"
                className={`px-2 py-2 font-medium tablet:px-4 ${index > 0 ? 'text-right' : ''}`}
              >
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {others.map(({ currency, ...other }) => (
            <tr key={currency} className="border-t border-neutral-4">
              <th scope="row" className="px-2 py-2 font-medium tablet:px-4">
                {currency === '' ? itemsName : currency}
              </th>
              <Sum text={numberText(other.captured, currency)} more={captures(other.captures)} />
              <Sum text={numberText(other.refunded, currency)} more={refunds(other.refunds)} />
              <Sum text={numberText(other.net, currency)} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Sum({ text, more }: { readonly text: string; readonly more?: string }) {
  return (
    <td className="px-2 py-2 text-right align-top tablet:px-4">
      {text}
      {more !== undefined && <span className="block text-label text-neutral-9">{more}</span>}
    </td>
  );
}

function ByType({ counts }: { readonly counts: Sums['byType'] }) {
  const { types, byType } = usePageMessages('transactions');
  const { language } = useLanguage();
  const number = new Intl.NumberFormat(language);
  const counted = Object.entries(types).flatMap(([type, name]) => {
    const count = counts[type as keyof typeof types];
    return count === 0 ? [] : [{ type, name, count }];
  });
  if (counted.length === 0) return null;
  return (
    <dl aria-label={byType} className="flex flex-wrap gap-x-5 gap-y-1 px-1 text-label text-neutral-9">
      {counted.map(({ type, name, count }) => (
        <div key={type} className="flex gap-1.5">
          <dt>{name}</dt>
          <dd className="font-semibold text-neutral-11 tabular-nums">{number.format(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
