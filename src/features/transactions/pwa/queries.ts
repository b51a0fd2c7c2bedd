import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { ApiProblem } from '../../../pwa/api/client.ts';
import { call, callForFile } from '../../../pwa/api/live.ts';
import { saveFile } from '../../../pwa/ui/save-file.ts';
import { serverNow } from '../../../pwa/ui/server-time.ts';
import type { TransactionFilter } from '../contract/transaction.ts';
import type { LinesAnswer, Sort, Totals } from '../contract/transaction-list.ts';
import { askFor } from './paging.ts';
import type { Days, IsoPeriod } from './period.ts';

/**
 * What may still change is asked for again this often, and what is still being read somewhat more
 * often.
 */
const AGAIN_MS = 5_000;
const READING_AGAIN_MS = 2_000;

/** Which transactions, in which order. */
export interface Question {
  readonly period: IsoPeriod;
  readonly filter: TransactionFilter;
  readonly sort: Sort;
}

export const TOTALS_KEY = ['transactions', 'totals'] as const;
export const DETAIL_KEY = ['transactions', 'detail'] as const;

/* Nothing is kept for long that no page shows: lists are long, and whoever signs in next may see
   less. */
const ALIKE = { gcTime: 1_000, staleTime: 0, networkMode: 'always' } as const;

/** What a period adds up to as it is filtered, and how much of it was read. */
export const totalsQuery = (period: IsoPeriod, filter: TransactionFilter) =>
  queryOptions({
    ...ALIKE,
    queryKey: [...TOTALS_KEY, period, filter] as const,
    queryFn: ({ signal }) => call('transactionTotals', { body: { ...period, filter }, signal }),
  });

/**
 * The same, kept new while the page can be seen.
 *
 * While another filter is being answered, the answer to the one before stays.
 */
export function useTotals(period: IsoPeriod, filter: TransactionFilter) {
  return useQuery({
    ...totalsQuery(period, filter),
    placeholderData: (before, query) => (isSame(query?.queryKey[2], period) ? before : undefined),
    refetchInterval: ({ state: { data, status } }) =>
      status === 'error' ? AGAIN_MS : againAfter(data, period, serverNow()),
  });
}

/** When totals are asked for again, in milliseconds; false where nothing can change any more. */
export function againAfter(totals: Totals | undefined, { to }: IsoPeriod, now: number): number | false {
  const { gaps, until } = totals?.coverage ?? { gaps: [], until: to };
  if (gaps.length > 0) return READING_AGAIN_MS;
  const isOver = Date.parse(to) < now && until !== null && Date.parse(until) >= Date.parse(to);
  return isOver ? false : AGAIN_MS;
}

/** All pages of one list. */
export const linesKey = ({ period, filter, sort }: Question) =>
  ['transactions', 'lines', period, filter, sort] as const;

/** What is known of a list. */
export interface KnownList {
  /** Where pages begin; it is added to. */
  readonly starts: Map<number, string>;
  /** How many lines there are; null while they are being counted. */
  readonly count: number | null;
}

/**
 * One page of a list, by its number; where the next one begins is noted in `starts`.
 *
 * It is read anew when its totals are, or where it could not be read.
 */
export const linesQuery = (question: Question, page: number, { starts, count }: KnownList) =>
  queryOptions({
    ...ALIKE,
    queryKey: [...linesKey(question), page] as const,
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<LinesAnswer> => {
      const { period, filter, sort } = question;
      try {
        const body = { ...period, filter, sort, ...askFor(page, starts, count) };
        const answer = await call('transactionLines', { body, signal });
        if (answer.next !== null) starts.set(page + 1, answer.next);
        return answer;
      } catch (error) {
        // A start that the server does not know any more would be refused again.
        if (error instanceof ApiProblem) starts.clear();
        throw error;
      }
    },
    refetchInterval: ({ state }) => (state.status === 'error' ? AGAIN_MS : false),
  });

/** One line with all that is known about it, by the id of one of its rows; for managers. */
export const detailQuery = (id: string) =>
  queryOptions({
    ...ALIKE,
    queryKey: [...DETAIL_KEY, id] as const,
    queryFn: ({ signal }) => call('transactionDetail', { body: { id }, signal }),
  });

/** Saved comparisons of days with the register, the newest first. */
export const closingsQuery = queryOptions({
  queryKey: ['closings'],
  queryFn: ({ signal }) => call('closings', { signal }),
});

/** What is exported: a period as it is filtered, in a file named after its days. */
interface Export {
  readonly period: IsoPeriod;
  readonly days: Days;
  readonly filter: TransactionFilter;
}

/**
 * Saves an export as a file.
 *
 * A stream that breaks off saves nothing, because half a file looks like a whole one.
 */
export function useExport() {
  return useMutation({
    mutationFn: async ({ period, days: { first, last }, filter }: Export) => {
      const file = await callForFile('exportTransactions', { ...period, filter });
      saveFile(file, `transactions-${first}${last === first ? '' : `-${last}`}.csv`);
    },
  });
}

function isSame(one: IsoPeriod | undefined, other: IsoPeriod): boolean {
  return one?.from === other.from && one.to === other.to;
}
