import { ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { type Bar, BarChart } from '../../../pwa/ui/bar-chart.tsx';
import { Select } from '../../../pwa/ui/select.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { ChartBuckets } from '../contract/chart-buckets.ts';
import type { Bars } from '../contract/transaction-list.ts';
import { FAINT } from './faint.ts';
import { HOURS_OF_DAY_MAX } from './limits.ts';
import { useAmountText, useNumberText } from './texts.ts';

interface ChartProps {
  readonly scale: ChartBuckets;
  readonly bars: readonly Bars[];
  /** The data is still that of the previous filter. */
  readonly isPending: boolean;
}

/** Redeemed and refunded amounts per hour or day, as bars and as a table. */
export function Chart({ scale, bars, isPending }: ChartProps) {
  const { chart } = usePageMessages('transactions');
  const [chosen, setChosen] = useState<string | null>(null);
  const current = bars.find(({ currency }) => currency === chosen) ?? bars[0];
  if (current === undefined) return null;
  return (
    <section
      className="card grid grid-cols-[minmax(0,1fr)] gap-3 p-4"
      aria-label={chart[scale.unit]}
      aria-busy={isPending}
    >
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold">{chart[scale.unit]}</h2>
        {bars.length > 1 && <CurrencyChoice bars={bars} current={current.currency} onChoose={setChosen} />}
        <Legend />
      </header>
      <div aria-hidden={isPending} className={`grid grid-cols-[minmax(0,1fr)] gap-3 ${isPending ? FAINT : ''}`}>
        <Drawing scale={scale} bars={current} />
        <ChartTable scale={scale} bars={current} />
      </div>
    </section>
  );
}

export function CurrencyChoice({
  bars,
  current,
  onChoose,
}: {
  bars: readonly Bars[];
  current: string;
  onChoose: (currency: string) => void;
}) {
  const { chart, itemsName } = usePageMessages('transactions');
  return (
    <Select label={chart.currency} labelled="hidden" value={current} onChoose={onChoose}>
      {bars.map(({ currency }) => (
        <option key={currency} value={currency}>
          {currency === '' ? itemsName : currency}
        </option>
      ))}
    </Select>
  );
}

function Legend() {
  const { sums } = usePageMessages('transactions');
  return (
    <p className="flex flex-wrap gap-x-4 text-label text-neutral-9">
      <span className="flex items-center gap-1.5">
        <span aria-hidden className="size-3 rounded-full bg-accent" />↑ {sums.captured}
      </span>
      <span className="flex items-center gap-1.5">
        <span aria-hidden className="size-3 rounded-full bg-attention" />↓ {sums.refunded}
      </span>
    </p>
  );
}

/** The amounts of a scale as bars, with those of another period of the same length. */
export function useBars(
  { unit, starts }: ChartBuckets,
  { captured, refunded }: Bars,
  compared: readonly number[] | null,
) {
  const label = useStartLabel({ unit, starts });
  return starts.map(
    (start, index): Bar => ({
      label: label(start),
      above: captured[index] ?? 0,
      below: refunded[index] ?? 0,
      compared: compared === null ? null : (compared[index] ?? 0),
    }),
  );
}

/** The texts of a chart: the amounts of its axis, and all facts of a bar. */
export function useBarTexts(currency: string, comparedName = '') {
  const { sums } = usePageMessages('transactions');
  const { labelled } = useMessages();
  const amountText = useAmountText();
  const numberText = useNumberText();
  const fact = (name: string, amount: number) => labelled(name, amountText(amount, currency));
  return {
    amountText: (amount: number) => numberText(amount, currency),
    describe: ({ label, above, below, compared }: Bar) =>
      [
        label,
        fact(sums.captured, above),
        ...(below > 0 ? [fact(sums.refunded, below)] : []),
        ...(compared === null ? [] : [fact(comparedName, compared)]),
      ].join(' · '),
  };
}

function Drawing({ scale, bars }: { readonly scale: ChartBuckets; readonly bars: Bars }) {
  const { chart, itemsName } = usePageMessages('transactions');
  const title = `${chart[scale.unit]}, ${bars.currency || itemsName}`;
  return <BarChart title={title} bars={useBars(scale, bars, null)} {...useBarTexts(bars.currency)} />;
}

interface ChartTableProps {
  readonly scale: ChartBuckets;
  readonly bars: Bars;
  /** Shows the list behind a row. */
  readonly onOpen?: (index: number) => void;
}

/** The amounts of a chart as text. */
export function ChartTable({
  scale: { unit, starts },
  bars: { captured, refunded, currency },
  onOpen,
}: ChartTableProps) {
  const { chart, sums } = usePageMessages('transactions');
  const label = useStartLabel({ unit, starts });
  const amountText = useAmountText();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="group/table overflow-x-auto" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="flex min-h-12 list-none items-center gap-1 font-medium text-neutral-11">
        <ChevronRight aria-hidden strokeWidth={1.75} size={18} className="group-open/table:rotate-90" />
        {chart.table}
      </summary>
      {isOpen && (
        <table className="w-full text-left tabular-nums">
          <caption className="spoken">{chart[unit]}</caption>
          <thead className="text-label text-neutral-9">
            <tr>
              <th scope="col" className="py-1 font-medium">
                {chart.when}
              </th>
              <th scope="col" className="py-1 text-right font-medium">
                {sums.captured}
              </th>
              <th scope="col" className="py-1 text-right font-medium">
                {sums.refunded}
              </th>
            </tr>
          </thead>
          <tbody>
            {starts.map((start, index) => (
              <tr key={start} className="border-t border-neutral-4">
                <th scope="row" className="py-1 font-normal">
                  {onOpen === undefined ? (
                    label(start)
                  ) : (
                    <button
                      type="button"
                      className="inline-flex min-h-12 min-w-12 items-center text-left underline underline-offset-4"
                      onClick={() => onOpen(index)}
                    >
                      {label(start)}
                    </button>
                  )}
                </th>
                <td className="py-1 text-right">{amountText(captured[index] ?? 0, currency)}</td>
                <td className="py-1 text-right">{amountText(refunded[index] ?? 0, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}

/** The label of a bar in the shop's time zone and the user's language; of one day, its hours. */
function useStartLabel({ unit, starts: { length } }: ChartBuckets): (start: number) => string {
  const { timeZone } = useShop();
  const { dateLocale } = useFormat();
  return useMemo(() => {
    const hour = unit === 'hour' ? ({ hour: 'numeric', minute: '2-digit' } as const) : {};
    const day = unit === 'hour' && length <= HOURS_OF_DAY_MAX ? {} : ({ day: 'numeric', month: 'short' } as const);
    const format = new Intl.DateTimeFormat(dateLocale, { timeZone, ...day, ...hour });
    return (start: number) => format.format(start);
  }, [dateLocale, timeZone, unit, length]);
}
