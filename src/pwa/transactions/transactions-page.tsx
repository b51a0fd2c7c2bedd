import { Download } from 'lucide-react';
import { useCallback } from 'react';
import { mayActAs, type Person } from '../../contract/people.ts';
import { failureOrNull } from '../api/failure.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { Page } from '../shell/page.tsx';
import { useShop } from '../shell/use-session.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { usePageWords } from '../words/page-words.ts';
import { useWords } from '../words/words.tsx';
import type { Place } from './address.ts';
import { Chart } from './chart.tsx';
import { useExport } from './export.ts';
import { Filters } from './filters.tsx';
import { ownFirst } from './own-first.ts';
import { type Days, spanOf } from './period.ts';
import { PeriodChoice } from './period-choice.tsx';
import { ReadingState } from './reading.tsx';
import { Totals } from './totals.tsx';
import { TransactionSheet } from './transaction-sheet.tsx';
import { TransactionTable } from './transaction-table.tsx';
import { useDays, useDesk } from './use-desk.ts';
import { usePlace } from './use-place.ts';

export { prepareReader } from './desk.ts';

/** What happened in the shop over some days: sums, a chart, and every transaction. Whoever is no manager sees what is theirs. */
export function TransactionsPage({ person }: { readonly person: Person }) {
  const words = usePageWords('transactions');
  const { common, places } = useWords();
  const { currency } = useShop();
  const isManager = mayActAs(person.role, 'manager');
  const [place, go] = usePlace();
  const days = useDays(place);
  const { desk, view } = useDesk(isManager ? 'shop' : 'mine', place, days);
  const { state } = view;
  const refresh = useCallback(() => desk.order({ kind: 'refresh' }), [desk]);
  const filterBy = useCallback((filter: Place['filter']) => go({ filter, open: null }), [go]);
  const sortBy = useCallback((sort: Place['sort']) => go({ sort, open: null }), [go]);
  const open = useCallback((id: string) => go({ open: id }), [go]);
  const isStock = person.role === 'stock';
  return (
    <Page title={isManager ? places.transactions : words.mine} tools={isManager && <Tools days={days} place={place} />}>
      <PeriodChoice place={place} days={days} onGo={go} />
      {state === null && <p className="text-neutral-9">{common.loading}</p>}
      {state !== null && (
        <>
          <ReadingState state={state} desk={desk} />
          {!isStock && <Totals state={state} currency={currency} />}
          {!isStock && <Chart scale={state.scale} bars={ownFirst(state.bars, currency)} />}
          {isManager && <Filters filter={place.filter} facets={state.facets} mid={state.mid} onFilter={filterBy} />}
          <TransactionTable
            view={view}
            desk={desk}
            sort={place.sort}
            isFiltered={Object.keys(place.filter).length > 0}
            onSort={sortBy}
            onOpen={open}
          />
        </>
      )}
      {place.open !== null && (
        <TransactionSheet
          line={lineOf(view.found, place.open, state?.reading === 'done')}
          isManager={isManager}
          onClose={() => go({ open: null })}
          onRefunded={refresh}
        />
      )}
    </Page>
  );
}

/** While the period is still read, a line that has not arrived may yet come. */
function lineOf(found: ReturnType<typeof useDesk>['view']['found'], id: string, isDone: boolean) {
  if (found?.id !== id) return undefined;
  return found.line ?? (isDone ? null : undefined);
}

function Tools({ days, place }: { readonly days: Days; readonly place: Place }) {
  const words = usePageWords('transactions');
  const { timeZone } = useShop();
  const csv = useExport();
  const failure = failureOrNull(csv.error);
  return (
    <div className="flex flex-wrap items-center gap-2">
      {failure?.kind === 'no-answer' && <Notice tone="attention">{words.exportBroken}</Notice>}
      {failure?.kind === 'problem' && <FailureNotice failure={failure} />}
      <Button disabled={csv.isPending} onClick={() => csv.mutate({ span: spanOf(days, timeZone), days, filter: place.filter })}>
        <Download aria-hidden strokeWidth={1.75} size={18} />
        {csv.isPending ? words.exporting : words.exportCsv}
      </Button>
    </div>
  );
}
