import { ChevronRight, Download } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { mayActAs, type Person } from '../../../contract/access/people.ts';
import { shopDate } from '../../../contract/platform/shop-day.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { FailureNotice, useFailureWords } from '../../../pwa/shell/failure-notice.tsx';
import { Page } from '../../../pwa/shell/frame/page.tsx';
import { placeName } from '../../../pwa/shell/frame/places.ts';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { useNow } from '../../../pwa/ui/use-now.ts';
import { usePageWords } from '../../../pwa/words/page-words.ts';
import { useLanguage, useWords } from '../../../pwa/words/words.tsx';
import type { Coverage, Facets, Totals } from '../contract/transaction-list.ts';
import { askedAt, daysAt, type ListAddress, readListAddress, writePlace } from './address.ts';
import { Chart } from './chart.tsx';
import { coverageTexts } from './coverage-texts.ts';
import { Figures, type FiguresProps, MoreFigures } from './figures.tsx';
import { Filters } from './filters.tsx';
import { ownFirst } from './own-first.ts';
import { type Days, type IsoPeriod, isoPeriodOf } from './period.ts';
import { PeriodChoice } from './period-choice.tsx';
import { useExport, useTotals } from './queries.ts';
import { TransactionList } from './transaction-list.tsx';

const NO_FACETS: Facets = { people: [], mids: [] };

/**
 * The shop's transactions over some days: sums, a chart, and the list.
 *
 * Users other than managers see only their own.
 */
export function TransactionsPage({ person }: { readonly person: Person }) {
  const { places } = useWords();
  const shop = useShop();
  const { currency } = shop;
  const isManager = mayActAs(person.role, 'manager');
  const [place, go] = usePlace();
  const days = useDays(place);
  const period = useMemo(() => isoPeriodOf(days, shop), [days, shop]);
  const asked = useMemo(() => askedAt(place), [place]);
  const { data: totals, error, isPlaceholderData: isPending } = useTotals(period, asked);
  const counted = useCounted(JSON.stringify([period, asked]), isPending ? undefined : totals);
  const filterBy = useCallback((filter: ListAddress['filter'], all: boolean) => go({ filter, all, open: null }), [go]);
  const isStock = person.role === 'stock';
  return (
    <Page
      title={placeName('transactions', person.role, places)}
      tools={
        <div className="flex max-w-full flex-wrap items-start justify-end gap-2">
          <PeriodChoice place={place} days={days} onGo={go} />
          {isManager && <Export days={days} period={period} place={place} />}
        </div>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 till:-mt-3">
        {isManager && (
          <Filters
            filter={place.filter}
            all={place.all}
            facets={totals?.facets ?? NO_FACETS}
            mid={totals?.mid ?? null}
            onFilter={filterBy}
          />
        )}
        {error !== null && <NotNew error={error} isOld={totals !== undefined} />}
        {totals === undefined && error === null && <Coming hasSums={!isStock} />}
        {totals !== undefined && <Said totals={totals} />}
        {totals !== undefined && !isStock && <Figures totals={totals} currency={currency} isPending={isPending} />}
        <p role="status" className="spoken">
          {counted}
        </p>
        <TransactionList
          key={`${period.from} ${period.to}`}
          period={period}
          place={place}
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

function More({ totals, currency, isPending }: FiguresProps) {
  const { byHour } = usePageWords('transactions');
  return (
    <details className="group">
      <summary className="inline-flex min-h-12 list-none items-center gap-1 font-medium text-neutral-11">
        <ChevronRight aria-hidden strokeWidth={1.75} size={18} className="group-open:rotate-90" />
        {byHour}
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <MoreFigures totals={totals} currency={currency} isPending={isPending} />
        <Chart scale={totals.scale} bars={ownFirst(totals.bars, currency)} isPending={isPending} />
      </div>
    </details>
  );
}

/** A placeholder with the height of the sums, so that lines do not move under a finger. */
function Coming({ hasSums }: { readonly hasSums: boolean }) {
  const { common } = useWords();
  if (!hasSums) return <p className="text-neutral-9">{common.loading}</p>;
  return (
    <div className="grid gap-3 tablet:grid-cols-3">
      <p className="card h-26 p-4 text-neutral-9">{common.loading}</p>
      <div className="card h-26" />
      <div className="card h-26" />
    </div>
  );
}

/** The number of transactions, announced once per query, and not for each new one. */
function useCounted(question: string, totals: Totals | undefined): string {
  const words = usePageWords('transactions');
  const [said, setSaid] = useState({ question: '', text: '' });
  if (totals !== undefined && said.question !== question) setSaid({ question, text: words.rows(totals.lines) });
  return said.question === question ? said.text : '';
}

function Said({ totals: { coverage, mid } }: { readonly totals: Totals }) {
  const { noMid } = usePageWords('transactions');
  if (coverage === null) return null;
  return (
    <>
      <CoverageNotice coverage={coverage} />
      {coverage.gaps.length === 0 && mid === null && <Notice tone="attention">{noMid}</Notice>}
    </>
  );
}

/** Explains missing or outdated data. It is queried again automatically. */
function NotNew({ error, isOld }: { readonly error: Error; readonly isOld: boolean }) {
  const { notNew } = usePageWords('transactions');
  const wordsFor = useFailureWords();
  const failure = failureOrNull(error);
  if (!isOld) return <FailureNotice failure={failure} />;
  return (
    <Notice tone="attention">
      {notNew} {failure && wordsFor(failure)}
    </Notice>
  );
}

function Export({
  days,
  period,
  place,
}: {
  readonly days: Days;
  readonly period: IsoPeriod;
  readonly place: ListAddress;
}) {
  const words = usePageWords('transactions');
  const csv = useExport();
  const failure = failureOrNull(csv.error);
  return (
    <div className="flex flex-wrap items-center gap-2">
      {failure?.kind === 'no-answer' && <Notice tone="attention">{words.exportBroken}</Notice>}
      {failure?.kind === 'problem' && <FailureNotice failure={failure} />}
      <Button disabled={csv.isPending} onClick={() => csv.mutate({ period, days, filter: askedAt(place) })}>
        <Download aria-hidden strokeWidth={1.75} size={18} />
        {csv.isPending ? words.exporting : words.exportCsv}
      </Button>
    </div>
  );
}

/** The displayed days; they change when the shop's next day begins. */
function useDays(place: ListAddress): Days {
  const today = shopDate(useNow(30_000), useShop());
  const { first, last } = daysAt(place, today);
  return useMemo(() => ({ first, last }), [first, last]);
}

/**
 * The list's state in the address, and a function to change it.
 *
 * Only opening a line adds an entry to the history.
 */
function usePlace(): readonly [place: ListAddress, go: (change: Partial<ListAddress>) => void] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const place = useMemo(() => readListAddress(search), [search]);
  const go = useCallback(
    (change: Partial<ListAddress>) => {
      const query = writePlace({ ...readListAddress(location.search), ...change });
      navigate(query === '' ? path : `${path}?${query}`, { replace: change.open == null });
    },
    [path, navigate],
  );
  return [place, go];
}

function CoverageNotice({ coverage }: { readonly coverage: Coverage }) {
  const { period, coverage: words } = usePageWords('transactions');
  const { language } = useLanguage();
  const shop = useShop();
  const format = useFormat();
  const now = useNow(60_000);
  const { unread, away, kept } = coverageTexts(coverage, { words, language, shop, format, now });
  const percent = Math.floor(coverage.share * 100);
  return (
    <>
      {unread !== null && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
          <p className="tabular-nums">{unread}</p>
          <div
            role="progressbar"
            aria-label={period}
            aria-valuenow={percent}
            className="h-1.5 overflow-hidden rounded-full bg-neutral-4"
          >
            <div className="h-full bg-accent" style={{ width: `${percent}%` }} />
          </div>
        </div>
      )}
      {away !== null && <Notice tone="attention">{away}</Notice>}
      {kept !== null && <p className="text-neutral-9">{kept}</p>}
    </>
  );
}
