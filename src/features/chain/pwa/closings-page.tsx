import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { grouped } from '../../../contract/money/grouped.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { addressOfShift } from '../../../pwa/shell/addresses.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Page } from '../../../pwa/shell/layout/page.tsx';
import { Loaded } from '../../../pwa/shell/loaded.tsx';
import { Chip } from '../../../pwa/ui/chip.tsx';
import { SaveButtons } from '../../../pwa/ui/save-buttons.tsx';
import { FormatFor } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { Cover, ShiftSum, ShiftSummary } from '../../closings/contract/shift.ts';
import { dayReports, zReportsOf } from '../../closings/pwa/day-report.ts';
import { DayInCurrency } from '../../closings/pwa/day-result.tsx';
import { SHIFT_ROW, ShiftRow, useNets } from '../../closings/pwa/shift-list.tsx';
import { ShiftSums } from '../../closings/pwa/shift-result.tsx';
import { PeriodChoice } from '../../transactions/pwa/period-choice.tsx';
import { usePeriod } from '../../transactions/pwa/use-period.ts';
import { CHAIN_DAYS_MAX } from '../contract/limits.ts';
import { type Incomplete, type ShopAnswer } from '../contract/shop-answers.ts';
import { IncompleteChip } from './incomplete.tsx';
import { SHIFTS_SHOWN_MAX } from './limits.ts';
import { MissingShops } from './missing-shops.tsx';
import { allClosingsQuery, allCoversQuery, useSaveExport } from './queries.ts';
import { useVisitAt } from './use-visit.ts';

type ShopClosings = ShopAnswer<readonly ShiftSummary[]>;
const shiftsOf = (shops: readonly ShopClosings[]) => shops.flatMap(({ answer }) => answer ?? []);

/** The shifts of some days of all shops that the user may see, with totals by shop. */
export function AllClosingsPage() {
  const { places } = useMessages();
  const [period, setPeriod] = usePeriod('week');
  const { days } = period;
  const query = useQuery(allClosingsQuery(days));
  const covers = useQuery({ ...allCoversQuery(days.first), enabled: days.first === days.last });
  const visit = useVisitAt();
  const save = useSaveExport('exportChainClosings');
  return (
    <Page title={places.allClosings} reading>
      <PeriodChoice period={period} onPeriod={setPeriod} most={CHAIN_DAYS_MAX} />
      <FailureNotice failure={failureOrNull(visit.error ?? save.error)} />
      <Loaded query={query}>
        {(shops) => (
          <>
            <MissingShops shops={shops} />
            <Total shifts={shiftsOf(shops)} isIncomplete={shops.some(({ answer }) => answer === null)} />
            {shops.map((shop) => (
              <FormatFor key={`${days.first} ${days.last} ${shop.id}`} shop={shop}>
                <ClosingsOfShop
                  shop={shop}
                  cover={covers.data?.find(({ id }) => id === shop.id)?.answer ?? null}
                  isOpenFirst={shiftsOf(shops).length <= SHIFTS_SHOWN_MAX}
                  onShift={(id) => visit.open(shop.id, addressOfShift(id))}
                />
              </FormatFor>
            ))}
            <SaveButtons isBusy={save.isPending} onSave={(fileQuery) => save.mutate({ days, query: fileQuery })} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Total({ shifts, isIncomplete }: { readonly shifts: readonly ShiftSummary[]; readonly isIncomplete: boolean }) {
  const messages = usePageMessages('chain');
  const { none } = usePageMessages('closings');
  return (
    <section
      className="card grid grid-cols-[minmax(0,1fr)] gap-3 p-4 wrap-anywhere till:p-6"
      aria-labelledby="all-shops"
    >
      <h2 id="all-shops" className="text-section font-semibold">
        {messages.total}
      </h2>
      {isIncomplete && <IncompleteChip of="total" />}
      {shifts.length === 0 && <p>{none}</p>}
      <ShiftSums shift={{ sums: addUp(shifts.flatMap(({ sums }) => sums)), forfeited: [] }} />
      <OpenPoints shifts={shifts} />
    </section>
  );
}

/** Adds up sums of several shifts by currency and kind. */
function addUp(sums: readonly ShiftSum[]): ShiftSum[] {
  const all = grouped(sums, ({ kind, currency }) => `${currency} ${kind}`);
  return [...all.keys()].toSorted().flatMap((key) => {
    const some = all.get(key);
    const total = (name: 'count' | 'amount') => some?.reduce((sum, one) => sum + one[name], 0) ?? 0;
    return some ? [{ ...some[0], count: total('count'), amount: total('amount') }] : [];
  });
}

/** Numbers of shifts that need a look: open, with unknown outcomes, or unlike the register. */
function OpenPoints({ shifts }: { readonly shifts: readonly ShiftSummary[] }) {
  const { openShifts, differing } = usePageMessages('chain');
  const { shifts: messages } = usePageMessages('closings');
  const open = shifts.filter(({ number }) => number === null).length;
  const unsettled = shifts.reduce((sum, shift) => sum + shift.unsettled, 0);
  const different = shifts.filter(({ difference }) => difference !== null && difference !== 0).length;
  return (
    <span className="flex flex-wrap items-center gap-2 empty:hidden">
      {open > 0 && <span className="text-label font-normal text-neutral-9">{openShifts(open)}</span>}
      {unsettled > 0 && <Chip tone="unknown">? {messages.notSettled(unsettled)}</Chip>}
      {different > 0 && <Chip tone="attention">! {differing(different)}</Chip>}
    </span>
  );
}

interface ClosingsOfShopProps {
  readonly shop: ShopClosings;
  /** Null if the page shows several days. */
  readonly cover: (Pick<Cover, 'currencies'> & { readonly incomplete: Incomplete | null }) | null;
  readonly isOpenFirst: boolean;
  readonly onShift: (id: string) => void;
}

function ClosingsOfShop({ shop: { name, answer }, cover, isOpenFirst, onShift }: ClosingsOfShopProps) {
  const { shifts: messages } = usePageMessages('closings');
  const nets = useNets();
  const [isOpen, setOpen] = useState(isOpenFirst);
  if (answer === null) return null;
  return (
    <details className="group card" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 px-4 py-2 till:px-6">
        <h2 className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 font-semibold wrap-anywhere">
          <span translate="no">{name}</span>
          <span className="text-label font-normal text-neutral-9">{messages.shiftsOf(answer.length)}</span>
          <OpenPoints shifts={answer} />
        </h2>
        <span className="text-right font-semibold tabular-nums">{nets(answer.flatMap(({ sums }) => sums))}</span>
        <ChevronRight
          aria-hidden
          strokeWidth={1.75}
          size={20}
          className="shrink-0 text-neutral-9 group-open:rotate-90"
        />
      </summary>
      {isOpen && cover !== null && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2 px-4 pb-3 wrap-anywhere till:px-6">
          <IncompleteChip of={cover.incomplete} />
          {dayReports(cover, answer).map((sums) => (
            <DayInCurrency key={sums.currency} sums={sums} count={zReportsOf(answer).length} />
          ))}
        </div>
      )}
      {isOpen && (
        <ul className="divide-y divide-neutral-4 border-t border-neutral-4 empty:hidden">
          {answer.map((shift) => (
            <li key={shift.id}>
              <button type="button" className={SHIFT_ROW} onClick={() => onShift(shift.id)}>
                <ShiftRow shift={shift} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
