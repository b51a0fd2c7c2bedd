import { type ReactNode, useId, useState } from 'react';
import { addDays, startOfDay } from '../../../contract/platform/shop-day.ts';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { BarChart } from '../../../pwa/ui/bar-chart.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { Bars } from '../contract/transaction-list.ts';
import { ChartTable, CurrencyChoice, useBars, useBarTexts } from './chart.tsx';
import type { NamedPeriod } from './period.ts';
import { shopCurrencyFirst } from './shop-currency-first.ts';

interface DayChartProps {
  /** The first of the days. */
  readonly first: string;
  /** By currency, an amount for each of the days. */
  readonly bars: readonly Bars[];
  /** Shows one day on the page. */
  readonly onPeriod: (period: NamedPeriod) => void;
  /** After the title. */
  readonly children?: ReactNode;
}

/** Redeemed and refunded amounts of each day, as bars and as a table; each day can be opened. */
export function DayChart({ first, bars, onPeriod, children }: DayChartProps) {
  const { chart, itemsName } = usePageMessages('transactions');
  const { currency } = useShop();
  const [chosen, setChosen] = useState<string | null>(null);
  const id = useId();
  const sorted = shopCurrencyFirst(bars, currency);
  const current = sorted.find((one) => one.currency === chosen) ?? sorted[0];
  if (current === undefined) return null;
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id={id} className="text-label font-medium text-neutral-9">
          {chart.day}, {current.currency || itemsName}
        </h2>
        {children}
        {bars.length > 1 && <CurrencyChoice bars={sorted} current={current.currency} onChoose={setChosen} />}
      </header>
      <Days
        first={first}
        bars={current}
        onDay={(day) => onPeriod({ name: 'custom', days: { first: day, last: day } })}
      />
    </section>
  );
}

interface DaysProps {
  readonly first: string;
  readonly bars: Bars;
  readonly onDay: (day: string) => void;
}

function Days({ first, bars, onDay }: DaysProps) {
  const { chart, itemsName } = usePageMessages('transactions');
  const shop = useShop();
  const scale = {
    unit: 'day',
    starts: bars.captured.map((_, day) => startOfDay(addDays(first, day), shop)),
  } as const;
  const open = (index: number) => onDay(addDays(first, index));
  return (
    <>
      <BarChart
        title={`${chart.day}, ${bars.currency || itemsName}`}
        bars={useBars(scale, bars, null)}
        onOpen={open}
        {...useBarTexts(bars.currency)}
      />
      <ChartTable scale={scale} bars={bars} onOpen={open} />
    </>
  );
}
