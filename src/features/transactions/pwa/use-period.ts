import { useState } from 'react';
import { shopDate } from '../../../contract/platform/shop-day.ts';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { useNow } from '../../../pwa/ui/use-now.ts';
import { daysOf, type NamedPeriod, type PeriodName } from './period.ts';

/** The period of a page. The days of a named one change when the shop's next day begins. */
export function usePeriod(usual: PeriodName): readonly [period: NamedPeriod, choose: (period: NamedPeriod) => void] {
  const today = shopDate(useNow(60_000), useShop());
  const [chosen, choose] = useState<NamedPeriod | null>(null);
  if (chosen?.name === 'custom') return [chosen, choose];
  const name = chosen?.name ?? usual;
  return [{ name, days: daysOf(name, today) }, choose];
}
