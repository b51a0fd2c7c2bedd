import { useQuery } from '@tanstack/react-query';
import { grouped } from '../../../contract/money/grouped.ts';
import { addDays, shopDate } from '../../../contract/platform/shop-day.ts';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { useNow } from '../../../pwa/ui/use-now.ts';
import type { Bars } from '../../transactions/contract/transaction-list.ts';
import { DayChart } from '../../transactions/pwa/day-chart.tsx';
import type { NamedPeriod } from '../../transactions/pwa/period.ts';
import type { ShopOverview } from '../contract/overview.ts';
import { IncompleteChip } from './incomplete.tsx';
import { CHARTED_DAYS, REFRESH_MS } from './limits.ts';
import { overviewQuery } from './queries.ts';

/** The amounts that all shops redeemed and refunded on each of the last 30 days. */
export function ShopsByDay({ onPeriod }: { readonly onPeriod: (period: NamedPeriod) => void }) {
  const last = shopDate(useNow(REFRESH_MS), useShop());
  const first = addDays(last, 1 - CHARTED_DAYS);
  const { data: shops } = useQuery(overviewQuery({ first, last }));
  const bars = addUpBars(shops ?? []);
  if (shops === undefined || bars.length === 0) return null;
  return (
    <div className="card p-4 till:p-6">
      <DayChart first={first} bars={bars} onPeriod={onPeriod}>
        <IncompleteChip of={shops.some(({ incomplete }) => incomplete !== null) ? 'total' : null} />
      </DayChart>
    </div>
  );
}

/** Adds up the bars of all shops by currency. */
function addUpBars(shops: readonly ShopOverview[]): Bars[] {
  return [
    ...grouped(
      shops.flatMap(({ bars }) => bars),
      ({ currency }) => currency,
    ),
  ].map(([currency, some]) => {
    const amounts = (name: 'captured' | 'refunded') =>
      some[0][name].map((_, day) => some.reduce((sum, one) => sum + (one[name][day] ?? 0), 0));
    return { currency, captured: amounts('captured'), refunded: amounts('refunded') };
  });
}
