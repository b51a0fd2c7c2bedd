import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FileQuery } from '../../../contract/platform/csv.ts';
import { ApiProblem } from '../../../pwa/api/client.ts';
import { call, callForFile } from '../../../pwa/api/live.ts';
import { saveFile } from '../../../pwa/ui/save-file.ts';
import { serverNow } from '../../../pwa/ui/server-time.ts';
import type { TransactionFilter } from '../contract/transaction.ts';
import type { LinesAnswer, Sort, Totals } from '../contract/transaction-list.ts';
import { READING_POLL_MS, TRANSACTIONS_QUERIES_POLL_MS } from './limits.ts';
import { pageRequest } from './paging.ts';
import type { Days, IsoPeriod } from './period.ts';

export interface Question {
  readonly period: IsoPeriod;
  readonly filter: TransactionFilter;
  readonly sort: Sort;
}

export const TOTALS_KEY = ['transactions', 'totals'] as const;
export const DETAIL_KEY = ['transactions', 'detail'] as const;

/* Unused data is removed quickly: lists are long, and the next user may be allowed to see less. */
const ALIKE = { gcTime: 1_000, staleTime: 0, networkMode: 'always' } as const;

/** The sums of a filtered period, and the share of the period that was read. */
export const totalsQuery = (period: IsoPeriod, filter: TransactionFilter) =>
  queryOptions({
    ...ALIKE,
    queryKey: [...TOTALS_KEY, period, filter] as const,
    queryFn: ({ signal }) => call('transactionTotals', { body: { ...period, filter }, signal }),
  });

/**
 * The totals, refreshed while the page is visible.
 *
 * The data of the previous filter stays until the new data arrives.
 */
export function useTotals(period: IsoPeriod, filter: TransactionFilter) {
  return useQuery({
    ...totalsQuery(period, filter),
    placeholderData: (before, query) => (isSame(query?.queryKey[2], period) ? before : undefined),
    refetchInterval: ({ state: { data, status } }) =>
      status === 'error' ? TRANSACTIONS_QUERIES_POLL_MS : pollAfterMs(data, period, serverNow()),
  });
}

/** The delay of the next query of totals, in milliseconds; false if they are final. */
export function pollAfterMs(totals: Totals | undefined, { to }: IsoPeriod, now: number): number | false {
  const { gaps, until } = totals?.coverage ?? { gaps: [], until: to };
  if (gaps.length > 0) return READING_POLL_MS;
  const isOver = Date.parse(to) < now && until !== null && Date.parse(until) >= Date.parse(to);
  return isOver ? false : TRANSACTIONS_QUERIES_POLL_MS;
}

export const linesKey = ({ period, filter, sort }: Question) =>
  ['transactions', 'lines', period, filter, sort] as const;

export interface ListProgress {
  /** Start tokens of pages; added as they become known. */
  readonly starts: Map<number, string>;
  /** The number of lines; null while they are being counted. */
  readonly count: number | null;
}

/**
 * One page of a list by number. The start of the next page is stored in `starts`.
 *
 * The page is reloaded with the totals of the list, or after a failure.
 */
export const linesQuery = (question: Question, page: number, { starts, count }: ListProgress) =>
  queryOptions({
    ...ALIKE,
    queryKey: [...linesKey(question), page] as const,
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<LinesAnswer> => {
      const { period, filter, sort } = question;
      try {
        const body = { ...period, filter, sort, ...pageRequest(page, starts, count) };
        const answer = await call('transactionLines', { body, signal });
        if (answer.next !== null) starts.set(page + 1, answer.next);
        return answer;
      } catch (error) {
        // A start that the server no longer knows would be refused again.
        if (error instanceof ApiProblem) starts.clear();
        throw error;
      }
    },
    refetchInterval: ({ state }) => (state.status === 'error' ? TRANSACTIONS_QUERIES_POLL_MS : false),
  });

/** For managers: all details of a line, by the id of one of its rows. */
export const detailQuery = (id: string) =>
  queryOptions({
    ...ALIKE,
    queryKey: [...DETAIL_KEY, id] as const,
    queryFn: ({ signal }) => call('transactionDetail', { body: { id }, signal }),
  });

/** Saved comparisons of days with the register, newest first. */
export const closingsQuery = queryOptions({
  queryKey: ['closings'],
  queryFn: ({ signal }) => call('closings', { signal }),
});

/** A filtered period, and the file name with its days. */
interface Export {
  readonly period: IsoPeriod;
  readonly days: Days;
  readonly filter: TransactionFilter;
  readonly query: FileQuery;
}

/**
 * Saves an export as a file.
 *
 * An interrupted stream saves nothing, because an incomplete file looks like a complete one. The
 * result tells if all days had been read.
 */
export function useExport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ period, days: { first, last }, filter, query }: Export) => {
      // Queried before the file, which may contain more by then, but never less.
      const { coverage } = await client.fetchQuery(totalsQuery(period, filter));
      const file = await callForFile('exportTransactions', { ...period, filter }, query);
      saveFile(file, `transactions-${first}${last === first ? '' : `-${last}`}.csv`);
      return { isComplete: coverage === null || coverage.gaps.length === 0 };
    },
  });
}

function isSame(one: IsoPeriod | undefined, other: IsoPeriod): boolean {
  return one?.from === other.from && one.to === other.to;
}
