import { useQuery } from '@tanstack/react-query';
import { CalendarCheck } from 'lucide-react';
import { grouped } from '../../../contract/money/grouped.ts';
import { ADDRESSES } from '../../../pwa/shell/addresses.ts';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Figure, useToday } from '../../../pwa/today/figure.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { daysOf } from '../../transactions/pwa/period.ts';
import { useDateText } from '../../transactions/pwa/texts.ts';
import { netOfShift, type ShiftSummary } from '../contract/shift.ts';
import { shiftsQuery } from './queries.ts';
import { useNets } from './shift-list.tsx';

/** Open shifts, with the earlier days that still have some, and the day's figures by till. */
export function OpenShifts() {
  const messages = usePageMessages('today');
  const date = useDateText();
  const today = useToday();
  const { data } = useQuery({ ...shiftsQuery(daysOf('week', today)), refetchInterval: 60_000 });
  const open = data?.filter(({ number }) => number === null) ?? [];
  const earlier = [...new Set(open.map(({ day }) => day))].filter((day) => day < today);
  return (
    <>
      <Figure
        icon={CalendarCheck}
        href={ADDRESSES.shifts}
        name={messages.openShifts}
        more={earlier.slice(0, 2).map(date).join(', ')}
      >
        {data === undefined ? '' : messages.shifts(open.length)}
      </Figure>
      <ByTill shifts={data?.filter(({ day }) => day === today) ?? []} />
    </>
  );
}

/** The day's redemptions of each till, after refunds: the largest first, with bars. */
function ByTill({ shifts }: { readonly shifts: readonly ShiftSummary[] }) {
  const messages = usePageMessages('today');
  const { currency } = useShop();
  const nets = useNets();
  const tills = [...grouped(shifts, ({ tillId }) => tillId)]
    .map(([tillId, some]) => {
      const sums = some.flatMap((shift) => shift.sums);
      return { tillId, name: some[0].till, sums, net: netOfShift(sums, currency) };
    })
    .sort((one, other) => other.net - one.net);
  if (tills.length === 0) return null;
  const most = Math.max(1, ...tills.map(({ net }) => net));
  return (
    <section className="card order-last px-4 py-3 tablet:col-span-full" aria-labelledby="by-till">
      <h2 id="by-till" className="text-label font-medium text-neutral-9">
        {messages.byTill}
      </h2>
      <dl className="divide-y divide-neutral-4">
        {tills.map(({ tillId, name, sums, net }) => (
          <div key={tillId} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
            <dt className="wrap-anywhere">{name}</dt>
            <dd className="font-semibold tabular-nums">{nets(sums)}</dd>
            <dd aria-hidden className="h-2 w-full">
              <span
                className="block h-full min-w-0.5 rounded-full bg-accent print:border"
                style={{ width: `${(Math.max(0, net) / most) * 100}%` }}
              />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
