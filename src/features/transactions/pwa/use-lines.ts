import { type QueryClient, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Line } from '../contract/transaction.ts';
import type { Totals } from '../contract/transaction-list.ts';
import { linesAtLeast, PAGE, pagesKept, pagesOf } from './paging.ts';
import { linesKey, linesQuery, type Question, totalsQuery } from './queries.ts';
import { type RowsWindow, useRowsWindow } from './use-rows-window.ts';

/** Whoever drags the scrollbar passes by many pages; at most this often they are asked for. */
const ASK_EVERY_MS = 150;

/** A list of which the lines on the screen are there, and some around them. */
export interface LineList {
  readonly window: RowsWindow;
  /**
   * Lines that it has; while they are being counted, those that are certain, and a page more where
   * more come.
   */
  readonly count: number;
  /** Null while they are on their way. */
  readonly totals: Totals | null;
  /** The lines are those of the question before. */
  readonly isOld: boolean;
  /** The first lines of what was asked for, or how many there are, are on their way. */
  readonly isBusy: boolean;
  /** Undefined while the line is on its way. */
  readonly at: (index: number) => Line | undefined;
  /** The line that has a row with this id, if it is one of those that are there. */
  readonly find: (id: string) => Line | undefined;
  /** Why some of it is not there, or is not new. */
  readonly error: Error | null;
}

/**
 * The lines that answer a question.
 *
 * Those of the question before stay until the first of another one are there.
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

/** Where pages begin, as far as it is known; once other lines fit, nothing is. */
function useStarts(name: string, totals: Totals | undefined): Map<number, string> {
  const [known, setKnown] = useState({ name, totals, starts: new Map<number, string>() });
  const a = known.totals;
  const b = totals;
  // The sums are the same object for as long as they say the same.
  if (known.name === name && a?.lines === b?.lines && a?.rows === b?.rows && a?.sums === b?.sums) return known.starts;
  const starts = known.name === name && a === undefined ? known.starts : new Map<number, string>();
  setKnown({ name, totals, starts });
  return starts;
}

/**
 * The lines whose pages are asked for: what is seen, a little later where it changes with every
 * picture.
 */
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
 * Reads the pages that are there anew whenever the totals of their list have come again: one after
 * the other, so that each tells where the next begins.
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

/**
 * A value as it was at most `everyMs` ago: what changes with every picture is acted upon less
 * often, and at its end for sure.
 */
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
