import { type QueryClient, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Line } from '../contract/transaction.ts';
import type { Totals } from '../contract/transaction-list.ts';
import { QUERY_EVERY_MS } from './limits.ts';
import { linesAtLeast, PAGE, pagesOf, pagesToRetain } from './paging.ts';
import { linesKey, linesQuery, type Question, totalsQuery } from './queries.ts';
import { type RowsWindow, useRowsWindow } from './use-rows-window.ts';

/** A list with its visible lines and some around them. */
export interface LineList {
  readonly window: RowsWindow;
  /**
   * The number of lines; while they are being counted, those of the loaded pages, plus a page if
   * more follow.
   */
  readonly count: number;
  /** Null while they are being loaded. */
  readonly totals: Totals | null;
  /** The lines still belong to the previous query. */
  readonly isOld: boolean;
  /** The first lines or their number are being loaded. */
  readonly isBusy: boolean;
  /** Undefined while the line is being loaded. */
  readonly at: (index: number) => Line | undefined;
  /** The line with this row id, if it is loaded. */
  readonly find: (id: string) => Line | undefined;
  /** The error of a failed load. */
  readonly error: Error | null;
}

/**
 * The lines of a query.
 *
 * Those of the previous query stay until the first ones arrive.
 */
export function useLines(query: Question, rowPx: number): LineList {
  const client = useQueryClient();
  const [question, setQuestion] = useState(query);
  const name = JSON.stringify(linesKey(question));
  const isOther = JSON.stringify(linesKey(query)) !== name;
  const totals = useQuery({ ...totalsQuery(question.period, question.filter), enabled: false });
  const starts = useStarts(name, totals.data);
  const progress = { starts, count: totals.data?.lines ?? null };
  const pageNow = (page: number) => client.getQueryData(linesQuery(question, page, progress).queryKey);
  const count = progress.count ?? linesAtLeast(pageNow);
  const window = useRowsWindow(count, rowPx, name);
  const visiblePages = pagesOf(useQueryWindow(name, window), count);
  const areLoaded = visiblePages.every((page) => pageNow(page) !== undefined);
  const retained = pagesToRetain(visiblePages, count);
  const pages = useQueries({
    queries: retained.map((page) => ({
      ...linesQuery(question, page, progress),
      enabled: areLoaded || visiblePages.includes(page) || page === 0,
    })),
  });
  const first = useQuery(linesQuery(query, 0, isOther ? { starts: new Map<number, string>(), count: null } : progress));
  if (isOther && first.data !== undefined) setQuestion(query);
  useReload(client, question, totals.dataUpdatedAt);
  const loaded = new Map(retained.map((page, index) => [page, pages[index]?.data?.lines]));
  return {
    window,
    count,
    totals: totals.data ?? null,
    isOld: isOther && first.data === undefined,
    isBusy: first.isPending || totals.isPending,
    at: (index) => loaded.get(Math.floor(index / PAGE))?.[index % PAGE],
    find: (id) =>
      [...loaded.values()]
        .flatMap((lines) => lines ?? [])
        .find((line) => line.row.id === id || line.authorization?.id === id),
    error: first.error ?? pages.find(({ error }) => error !== null)?.error ?? null,
  };
}

/** The known start tokens of pages; cleared when the set of lines changes. */
function useStarts(name: string, totals: Totals | undefined): Map<number, string> {
  const [progress, setKnown] = useState({ name, totals, starts: new Map<number, string>() });
  const a = progress.totals;
  const b = totals;
  // Returns the same object for equal sums, so that nothing is rendered again.
  if (progress.name === name && a?.lines === b?.lines && a?.rows === b?.rows && a?.sums === b?.sums)
    return progress.starts;
  const starts = progress.name === name && a === undefined ? progress.starts : new Map<number, string>();
  setKnown({ name, totals, starts });
  return starts;
}

/** Returns the lines to load: the visible lines, delayed during fast scrolling. */
function useQueryWindow(name: string, { from, to }: RowsWindow): { readonly from: number; readonly to: number } {
  const first = from - (from % PAGE);
  const last = Math.ceil(to / PAGE) * PAGE;
  const calmWindow = useThrottled(
    useMemo(() => ({ name, from: first, to: last }), [name, first, last]),
    QUERY_EVERY_MS,
  );
  return calmWindow.name === name ? calmWindow : { from: 0, to: PAGE };
}

/**
 * Reloads the pages of a list whenever its totals were reloaded: one after the other, because each
 * returns the start of the next.
 */
function useReload(client: QueryClient, question: Question, totalsAt: number): void {
  const name = JSON.stringify([question.period, question.filter]);
  const before = useRef({ name, totalsAt });
  const reload = useEffectEvent(async () => {
    const active = client.getQueryCache().findAll({ queryKey: linesKey(question), type: 'active' });
    const keys = active.map(({ queryKey }) => queryKey).sort((a, b) => Number(a.at(-1)) - Number(b.at(-1)));
    for (const queryKey of keys)
      await client.refetchQueries({ queryKey, exact: true, type: 'active' }, { cancelRefetch: false });
  });
  useEffect(() => {
    const { name: nameBefore, totalsAt: at } = before.current;
    before.current = { name, totalsAt };
    if (nameBefore === name && at > 0 && at !== totalsAt) void reload();
  }, [name, totalsAt]);
}

/** A value that updates at most every `everyMs`, including its last change. */
function useThrottled<T>(value: T, everyMs: number): T {
  const [calm, setCalm] = useState(value);
  const setAt = useRef(0);
  useEffect(() => {
    const apply = () => {
      setAt.current = Date.now();
      setCalm(value);
    };
    const timer = setTimeout(apply, Math.max(0, setAt.current + everyMs - Date.now()));
    return () => clearTimeout(timer);
  }, [value, everyMs]);
  return calm;
}
