import { ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Select } from '../../../pwa/ui/select.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { ChartBuckets } from '../contract/chart-buckets.ts';
import type { Bars } from '../contract/transaction-list.ts';
import { FAINT } from './faint.ts';
import { useAmountText } from './texts.ts';

/**
 * Half of the drawing's height. Refunds are drawn below the zero line, so that they differ not only
 * in colour.
 */
const ABOVE = 100;
const BELOW = 30;

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
        <AsTable scale={scale} bars={current} />
      </div>
    </section>
  );
}

function CurrencyChoice({
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

function Drawing({
  scale: { unit, starts },
  bars: { captured, refunded, currency },
}: {
  scale: ChartBuckets;
  bars: Bars;
}) {
  const label = useStartLabel(unit);
  const amountText = useAmountText();
  const up = Math.max(1, ...captured);
  const down = Math.max(1, ...captured.map((value) => value * (BELOW / ABOVE)), ...refunded);
  const first = starts[0];
  const last = starts.at(-1);
  return (
    <div aria-hidden className="grid gap-1">
      <p className="text-label text-neutral-9 tabular-nums">{amountText(Math.max(0, ...captured), currency)}</p>
      <svg viewBox={`0 0 100 ${ABOVE + BELOW}`} preserveAspectRatio="none" className="h-40 w-full">
        <path d={barsPath(captured, (value) => -(value / up) * (ABOVE - 4), ABOVE)} className="fill-accent" />
        <path d={barsPath(refunded, (value) => (value / down) * (BELOW - 4), ABOVE + 1)} className="fill-attention" />
        <line
          x1={0}
          x2={100}
          y1={ABOVE}
          y2={ABOVE}
          className="stroke-neutral-8"
          strokeWidth={1}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <p className="flex justify-between text-label text-neutral-9 tabular-nums">
        <span>{first !== undefined && label(first)}</span>
        <span>{last !== undefined && label(last)}</span>
      </p>
    </div>
  );
}

/** All bars of one colour as one path: separate elements for a year would be most of the page. */
function barsPath(values: readonly number[], heightOf: (value: number) => number, from: number): string {
  const width = 100 / values.length;
  const bars = values.map((value, index) => {
    if (value === 0) return '';
    return (
      `M${(index * width + width * 0.12).toFixed(3)} ` +
      `${from}v${heightOf(value).toFixed(2)}h${(width * 0.76).toFixed(3)}V${from}z`
    );
  });
  return bars.join('');
}

function AsTable({
  scale: { unit, starts },
  bars: { captured, refunded, currency },
}: {
  scale: ChartBuckets;
  bars: Bars;
}) {
  const { chart, sums } = usePageMessages('transactions');
  const label = useStartLabel(unit);
  const amountText = useAmountText();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="group overflow-x-auto" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="flex min-h-12 list-none items-center gap-1 font-medium text-neutral-11">
        <ChevronRight aria-hidden strokeWidth={1.75} size={18} className="group-open:rotate-90" />
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
                  {label(start)}
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

/** The label of a bar in the shop's time zone and the user's language. */
function useStartLabel(unit: ChartBuckets['unit']): (start: number) => string {
  const { timeZone } = useShop();
  const { dateLocale } = useFormat();
  return useMemo(() => {
    const hour = unit === 'hour' ? ({ hour: 'numeric', minute: '2-digit' } as const) : {};
    const format = new Intl.DateTimeFormat(dateLocale, { timeZone, day: 'numeric', month: 'short', ...hour });
    return (start: number) => format.format(start);
  }, [dateLocale, timeZone, unit]);
}
