import { ChevronRight, SlidersHorizontal } from 'lucide-react';
import { type ComponentProps, useCallback, useId, useMemo, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { mayActAs, type Person } from '../../../contract/access/people.ts';
import { shopDate } from '../../../contract/platform/shop-day.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { FailureNotice, useFailureMessage } from '../../../pwa/shell/failure-notice.tsx';
import { entryName } from '../../../pwa/shell/layout/navigation-entries.ts';
import { Page } from '../../../pwa/shell/layout/page.tsx';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { SaveButtons } from '../../../pwa/ui/save-buttons.tsx';
import { useNow } from '../../../pwa/ui/use-now.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { Facets, Totals } from '../contract/transaction-list.ts';
import {
  addressOfPeriod,
  daysAt,
  type ListAddress,
  readListAddress,
  toServerFilter,
  writeListAddress,
} from './address.ts';
import { Chart } from './chart.tsx';
import { CoverageNote } from './coverage-note.tsx';
import { Figures, type FiguresProps, MoreFigures } from './figures.tsx';
import { Filters } from './filters.tsx';
import { type Days, type IsoPeriod, isoPeriodOf } from './period.ts';
import { PeriodChoice } from './period-choice.tsx';
import { useExport, useTotals } from './queries.ts';
import { shopCurrencyFirst } from './shop-currency-first.ts';
import { TransactionList } from './transaction-list.tsx';

const NO_FACETS: Facets = { people: [], mids: [] };

/**
 * The shop's transactions over some days: sums, a chart, and the list.
 *
 * Users other than managers see only their own.
 */
export function TransactionsPage({ person }: { readonly person: Person }) {
  const { places } = useMessages();
  const shop = useShop();
  const { currency } = shop;
  const isManager = mayActAs(person.role, 'manager');
  const [address, go] = useAddress();
  const days = useDays(address);
  const period = useMemo(() => isoPeriodOf(days, shop), [days, shop]);
  const serverFilter = useMemo(() => toServerFilter(address), [address]);
  const { data: totals, error, isPlaceholderData: isPending } = useTotals(period, serverFilter);
  const counted = useCounted(JSON.stringify([period, serverFilter]), isPending ? undefined : totals);
  const isStock = person.role === 'stock';
  const { button, panel } = useFilterPanel();
  return (
    <Page
      title={entryName('transactions', person.role, places)}
      tools={
        <div className="flex max-w-full flex-wrap items-start justify-end gap-2 max-tablet:w-full max-tablet:items-end">
          <PeriodChoice period={{ name: address.period, days }} onPeriod={(chosen) => go(addressOfPeriod(chosen))} />
          {isManager && (
            <>
              <FilterButton address={address} {...button} />
              <div className={panel.className}>
                <Export days={days} period={period} address={address} />
              </div>
            </>
          )}
        </div>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 till:-mt-3">
        {isManager && (
          <div {...panel}>
            <ListFilters address={address} totals={totals} onGo={go} />
          </div>
        )}
        {error !== null && <OutdatedNotice error={error} isOld={totals !== undefined} />}
        {totals === undefined && error === null && <FiguresPlaceholder hasSums={!isStock} />}
        {totals !== undefined && <CoverageNote totals={totals} />}
        {totals !== undefined && !isStock && <Figures totals={totals} currency={currency} isPending={isPending} />}
        <p role="status" className="spoken">
          {counted}
        </p>
        <TransactionList
          key={`${period.from} ${period.to}`}
          period={period}
          address={address}
          isManager={isManager}
          isSaid={error !== null}
          onGo={go}
        />
      </div>
      {totals !== undefined && !isStock && totals.sums.currencies.length > 0 && (
        <More totals={totals} currency={currency} isPending={isPending} />
      )}
    </Page>
  );
}

interface ListFiltersProps {
  readonly address: ListAddress;
  readonly totals: Totals | undefined;
  readonly onGo: (to: Partial<ListAddress>) => void;
}

function ListFilters({ address: { filter, all }, totals, onGo }: ListFiltersProps) {
  const filterBy = useCallback<ComponentProps<typeof Filters>['onFilter']>(
    (chosen, isAll) => onGo({ filter: chosen, all: isAll, open: null }),
    [onGo],
  );
  return (
    <Filters
      filter={filter}
      all={all}
      facets={totals?.facets ?? NO_FACETS}
      mid={totals?.mid ?? null}
      onFilter={filterBy}
    />
  );
}

/** On a phone, filters and export are behind a button, so that the list begins above the fold. */
function useFilterPanel() {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return {
    button: { 'aria-expanded': isOpen, 'aria-controls': id, onClick: () => setOpen(!isOpen) },
    panel: { id, className: isOpen ? '' : 'max-tablet:hidden' },
  };
}

interface FilterButtonProps extends ComponentProps<typeof Button> {
  readonly address: ListAddress;
}

/** On a phone, it opens the filters, and has the number of active ones. */
function FilterButton({ address: { filter, all }, ...props }: FilterButtonProps) {
  const { filters } = usePageMessages('transactions');
  const count = Object.keys(filter).length + (all ? 1 : 0);
  return (
    <Button {...props} className="tablet:hidden">
      <SlidersHorizontal aria-hidden strokeWidth={1.75} size={18} />
      {count === 0 ? filters : `${filters} (${count})`}
    </Button>
  );
}

function More({ totals, currency, isPending }: FiguresProps) {
  const { byHour } = usePageMessages('transactions');
  return (
    <details className="group">
      <summary className="inline-flex min-h-12 list-none items-center gap-1 font-medium text-neutral-11">
        <ChevronRight aria-hidden strokeWidth={1.75} size={18} className="group-open:rotate-90" />
        {byHour}
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <MoreFigures totals={totals} currency={currency} isPending={isPending} />
        <Chart scale={totals.scale} bars={shopCurrencyFirst(totals.bars, currency)} isPending={isPending} />
      </div>
    </details>
  );
}

/** A placeholder with the height of the sums, so that the list does not move while it is tapped. */
function FiguresPlaceholder({ hasSums }: { readonly hasSums: boolean }) {
  const { common } = useMessages();
  if (!hasSums) return <p className="text-neutral-9">{common.loading}</p>;
  return (
    <div className="grid gap-3 tablet:grid-cols-3">
      <p className="card p-4 text-neutral-9 tablet:h-26">{common.loading}</p>
      <div className="card h-26 max-tablet:hidden" />
      <div className="card h-26 max-tablet:hidden" />
    </div>
  );
}

/** The number of transactions, announced once per query, and not for each new one. */
function useCounted(question: string, totals: Totals | undefined): string {
  const messages = usePageMessages('transactions');
  const [counted, setCounted] = useState({ question: '', text: '' });
  if (totals !== undefined && counted.question !== question)
    setCounted({ question, text: messages.rows(totals.lines) });
  return counted.question === question ? counted.text : '';
}

/** Explains missing or outdated data. It is queried again automatically. */
function OutdatedNotice({ error, isOld }: { readonly error: Error; readonly isOld: boolean }) {
  const { notNew } = usePageMessages('transactions');
  const failureMessage = useFailureMessage();
  const failure = failureOrNull(error);
  if (!isOld) return <FailureNotice failure={failure} />;
  return (
    <Notice tone="attention">
      {notNew} {failure && failureMessage(failure)}
    </Notice>
  );
}

function Export({
  days,
  period,
  address,
}: {
  readonly days: Days;
  readonly period: IsoPeriod;
  readonly address: ListAddress;
}) {
  const messages = usePageMessages('transactions');
  const csv = useExport();
  const failure = failureOrNull(csv.error);
  const isSamePeriod = csv.variables?.period.from === period.from && csv.variables.period.to === period.to;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {failure?.kind === 'no-answer' && <Notice tone="attention">{messages.exportBroken}</Notice>}
      {failure?.kind === 'problem' && <FailureNotice failure={failure} />}
      {csv.data?.isComplete === false && isSamePeriod && <Notice tone="attention">{messages.exportLacks}</Notice>}
      <SaveButtons
        isBusy={csv.isPending}
        onSave={(query) => csv.mutate({ period, days, filter: toServerFilter(address), query })}
      />
    </div>
  );
}

/** The displayed days; they change when the shop's next day begins. */
function useDays(address: ListAddress): Days {
  const today = shopDate(useNow(30_000), useShop());
  const { first, last } = daysAt(address, today);
  return useMemo(() => ({ first, last }), [first, last]);
}

/**
 * The list's state in the address, and a function to change it.
 *
 * Only opening a line adds an entry to the history.
 */
function useAddress(): readonly [place: ListAddress, go: (change: Partial<ListAddress>) => void] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const address = useMemo(() => readListAddress(search), [search]);
  const go = useCallback(
    (change: Partial<ListAddress>) => {
      const query = writeListAddress({ ...readListAddress(location.search), ...change });
      navigate(query === '' ? path : `${path}?${query}`, { replace: change.open == null });
    },
    [path, navigate],
  );
  return [address, go];
}
