import { Link } from 'wouter';
import { addDays } from '../../../contract/platform/shop-day.ts';
import { ADDRESSES } from '../../../pwa/shell/addresses.ts';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { useToday } from '../../../pwa/today/figure.tsx';
import { BarChart } from '../../../pwa/ui/bar-chart.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { Totals } from '../contract/transaction-list.ts';
import { ChartTable, useBars, useBarTexts } from './chart.tsx';
import { CoverageNote } from './coverage-note.tsx';
import { isoPeriodOf } from './period.ts';
import { useTotals } from './queries.ts';

const DAYS_OF_WEEK = 7;

/** The day's redemptions by hour, with those of the same weekday one week before. */
export function RedeemedByHour() {
  const shop = useShop();
  const today = useToday();
  const before = addDays(today, -DAYS_OF_WEEK);
  const { data } = useTotals(isoPeriodOf({ first: today, last: today }, shop), {});
  const { data: lastWeek } = useTotals(isoPeriodOf({ first: before, last: before }, shop), {});
  if (data === undefined) return null;
  return (
    <>
      <CoverageNote totals={data} />
      <HoursOfDay today={data} lastWeek={lastWeek} currency={shop.currency} />
    </>
  );
}

interface HoursOfDayProps {
  readonly today: Totals;
  readonly lastWeek: Totals | undefined;
  readonly currency: string;
}

function HoursOfDay({ today, lastWeek, currency }: HoursOfDayProps) {
  const messages = usePageMessages('today');
  const texts = useBarTexts(currency, messages.lastWeek);
  const title = `${messages.byHour}, ${currency}`;
  const nothing = { currency, captured: [], refunded: [] };
  const inCurrency = ({ bars }: Totals) => bars.find((one) => one.currency === currency) ?? nothing;
  const before = lastWeek && isRead(lastWeek) ? inCurrency(lastWeek).captured : [];
  const compared = before.some((amount) => amount > 0) ? before : null;
  const bars = useBars(today.scale, inCurrency(today), compared);
  if (bars.every(({ above, below, compared: amount }) => above === 0 && below === 0 && amount === null)) return null;
  return (
    <section aria-labelledby="by-hour" className="card grid grid-cols-[minmax(0,1fr)] gap-2 px-4 py-3">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="by-hour" className="text-label font-medium text-neutral-9">
          <Link href={ADDRESSES.transactions} className="hover:underline">
            {title}
          </Link>
        </h2>
        {compared !== null && (
          <p className="flex items-center gap-2 text-label text-neutral-9">
            <span aria-hidden className="w-6 border-t-2 border-dashed border-neutral-9" />
            {messages.lastWeek}
          </p>
        )}
      </header>
      <BarChart title={title} bars={bars} {...texts} />
      <ChartTable scale={today.scale} bars={inCurrency(today)} />
    </section>
  );
}

/** False while parts of the period are not read: a line of too small amounts would mislead. */
const isRead = ({ coverage }: Totals) =>
  coverage === null || (coverage.gaps.length === 0 && coverage.keptFrom === null);
