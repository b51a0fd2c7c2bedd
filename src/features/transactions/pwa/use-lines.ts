import { type QueryClient, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Line } from '../contract/transaction.ts';
import type { Totals } from '../contract/transaction-list.ts';
import { linesAtLeast, PAGE, pagesKept, pagesOf } from './paging.ts';
import { linesKey, linesQuery, type Question, totalsQuery } from './queries.ts';
import { type RowsWindow, useRowsWindow } from './use-rows-window.ts';

/** Dragging the scrollbar passes many pages; this limits the requests. */
const ASK_EVERY_MS = 150;

/** A list with its visible lines and some around them. */
export interface LineList {
  readonly window: RowsWindow;
  /**
   * The number of lines; while they are being counted, the certain ones, and another page if there
   * are more.
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
export function useLines(asked: Question, rowPx: number): LineList {
  const client = useQueryClient();
  const [question, setQuestion] = useState(asked);
  const name = JSON.stringify(linesKey(question));
  const isOther = JSON.stringify(linesKey(asked)) !== name;
  const totals = useQuery({ ...totalsQuery(question.period, question.filter), enabled: false });
  const starts = useStarts(name, totals.data);
  const known = { starts, count: totals.data?.lines ?? null };
  const pageNow = (page: number) => client.getQueryData(linesQuery(question, page, known).queryKey);
  const count = known.count ?? linesAtLeast(pageNow);
  const window = useRowsWindow(count, rowPx, name);
  const shown = pagesOf(useAskedWindow(name, window), count);
  const areShown = shown.every((page) => pageNow(page) !== undefined);
  const kept = pagesKept(shown, count);
  const pages = useQueries({
    queries: kept.map((page) => ({
      ...linesQuery(question, page, known),
      enabled: areShown || shown.includes(page) || page === 0,
    })),
  });
  const first = useQuery(linesQuery(asked, 0, isOther ? { starts: new Map<number, string>(), count: null } : known));
  if (isOther && first.data !== undefined) setQuestion(asked);
  useReadAnew(client, question, totals.dataUpdatedAt);
  const loaded = new Map(kept.map((page, index) => [page, pages[index]?.data?.lines]));
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
  const [known, setKnown] = useState({ name, totals, starts: new Map<number, string>() });
  const a = known.totals;
  const b = totals;
  // The sums stay the same object while they are equal.
  if (known.name === name && a?.lines === b?.lines && a?.rows === b?.rows && a?.sums === b?.sums) return known.starts;
  const starts = known.name === name && a === undefined ? known.starts : new Map<number, string>();
  setKnown({ name, totals, starts });
  return starts;
}

/** The window of lines to load: the visible ones, delayed while they change with every frame. */
function useAskedWindow(name: string, { from, to }: RowsWindow): { readonly from: number; readonly to: number } {
  const first = from - (from % PAGE);
  const last = Math.ceil(to / PAGE) * PAGE;
  const asked = useCalm(
    useMemo(() => ({ name, from: first, to: last }), [name, first, last]),
    ASK_EVERY_MS,
  );
  return asked.name === name ? asked : { from: 0, to: PAGE };
}

/**
 * Reloads the pages of a list whenever its totals were reloaded: one after the other, because each
 * returns the start of the next.
 */
function useReadAnew(client: QueryClient, question: Question, totalsAt: number): void {
  const name = JSON.stringify([question.period, question.filter]);
  const before = useRef({ name, totalsAt });
  const readAnew = useEffectEvent(async () => {
    const active = client.getQueryCache().findAll({ queryKey: linesKey(question), type: 'active' });
    const keys = active.map(({ queryKey }) => queryKey).sort((a, b) => Number(a.at(-1)) - Number(b.at(-1)));
    for (const queryKey of keys)
      await client.refetchQueries({ queryKey, exact: true, type: 'active' }, { cancelRefetch: false });
  });
  useEffect(() => {
    const { name: nameBefore, totalsAt: at } = before.current;
    before.current = { name, totalsAt };
    if (nameBefore === name && at > 0 && at !== totalsAt) void readAnew();
  }, [name, totalsAt]);
}

/** A value that updates at most every `everyMs`, including its last change. */
function useCalm<T>(value: T, everyMs: number): T {
  const [calm, setCalm] = useState(value);
  const takenAt = useRef(0);
  useEffect(() => {
    const take = () => {
      takenAt.current = Date.now();
      setCalm(value);
    };
    const timer = setTimeout(take, Math.max(0, takenAt.current + everyMs - Date.now()));
    return () => clearTimeout(timer);
  }, [value, everyMs]);
  return calm;
}
