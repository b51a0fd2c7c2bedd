import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { columnPlaceOf, type ListColumns, layoutOf } from '../../contract/match/columns.ts';
import { columnsOf, inTurns, type ReadList, readList, UnfitList, understand } from '../../contract/match/lay-beside.ts';
import type { Unread } from '../../contract/match/lines.ts';
import { LIST_LINES_MAX } from '../../contract/match/match-answer.ts';
import { matchLists } from '../../contract/match/match-lists.ts';
import { type Matched, WINDOW_USUAL_MS } from '../../contract/match/match-terms.ts';
import { decodeList } from '../../contract/match/read-csv.ts';
import type { DayTerms } from '../../contract/shop-day.ts';
import { call } from '../api/live.ts';
import { useShop } from '../shell/use-session.ts';
import { type Days, isoPeriodOf } from '../transactions/period.ts';
import { matchMemoryQuery, useKeepLayout } from './office-queries.ts';

/** A list that was read, under the name of its file. */
export interface NamedList extends ReadList {
  readonly name: string;
}

/** What was found, and what it was found by. */
export interface MatchResult {
  readonly list: NamedList;
  readonly columns: ListColumns;
  readonly all: readonly Matched[];
  readonly unread: readonly Unread[];
  readonly period: { readonly from: number; readonly to: number };
}

/** How far a list has come. */
export type MatchStep =
  | { readonly at: 'none'; readonly unfit: UnfitList['why'] | null; readonly error: Error | null }
  | { readonly at: 'busy'; readonly what: 'reading' | 'asking' | 'laying'; readonly share: number }
  | { readonly at: 'columns'; readonly list: NamedList; readonly columns: Partial<ListColumns> }
  | { readonly at: 'days'; readonly list: NamedList; readonly columns: ListColumns }
  | { readonly at: 'done'; readonly result: MatchResult };

const NOTHING: Extract<MatchStep, { at: 'none' }> = { at: 'none', unfit: null, error: null };

/** Somebody stopped it: what was read so far is forgotten. */
class Stopped extends Error {}

export interface Matching {
  readonly step: MatchStep;
  readonly read: (file: File) => void;
  /** Says what the columns are, which is remembered. */
  readonly use: (list: NamedList, columns: ListColumns) => void;
  /** Says which days a list without times is of. */
  readonly ofDays: (list: NamedList, columns: ListColumns, days: Days) => void;
  readonly changeColumns: (result: MatchResult) => void;
  readonly stop: () => void;
}

/**
 * Lays a file beside our lines, in this browser.
 *
 * The file is not sent and not kept; between its lines the page stays usable.
 */
export function useMatch(): Matching {
  const client = useQueryClient();
  const shop = useShop();
  const keepLayout = useKeepLayout();
  const [step, setStep] = useState<MatchStep>(NOTHING);
  const running = useRef<AbortController | null>(null);

  const turnOf = (what: 'reading' | 'asking' | 'laying', signal: AbortSignal) => async (share: number) => {
    if (signal.aborted) throw new Stopped();
    setStep({ at: 'busy', what, share });
    await new Promise((resolve) => setTimeout(resolve));
    if (signal.aborted) throw new Stopped();
  };

  /** Does some work that can be stopped; what it comes to is the next step. */
  const run = (work: (signal: AbortSignal) => Promise<MatchStep>) => {
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    const end = (next: MatchStep) => {
      if (running.current === mine) setStep(next);
    };
    work(mine.signal).then(end, (error: Error) => {
      if (error instanceof Stopped || mine.signal.aborted) return;
      end(error instanceof UnfitList ? { ...NOTHING, unfit: error.why } : { ...NOTHING, error });
    });
  };

  const lay = async (list: NamedList, columns: ListColumns, days: Days | null, signal: AbortSignal) => {
    const { theirs, unread, period: named } = await inTurns(understand(list, columns, shop), turnOf('reading', signal));
    const period = days === null ? named : instants(days, shop);
    if (period === null) return { at: 'days', list, columns } as const;
    await turnOf('asking', signal)(0);
    const near = { from: iso(period.from - WINDOW_USUAL_MS), to: iso(period.to + WINDOW_USUAL_MS) };
    const { lines } = await call('ourLines', { body: near, signal });
    const { mid } = await client.ensureQueryData(matchMemoryQuery);
    const terms = { windowMs: WINDOW_USUAL_MS, mid, period };
    const all = await inTurns(matchLists(lines, theirs, terms), turnOf('laying', signal));
    return { at: 'done', result: { list, columns, all, unread, period } } as const;
  };

  return {
    step,
    read: (file) =>
      run(async (signal) => {
        await turnOf('reading', signal)(0);
        const text = decodeList(new Uint8Array(await file.arrayBuffer()));
        const list = { ...(await inTurns(readList(text, LIST_LINES_MAX), turnOf('reading', signal))), name: file.name };
        const { layouts } = await client.ensureQueryData(matchMemoryQuery);
        const columns = columnsOf(list, layouts);
        const { amount } = columns;
        if (amount === undefined || columnPlaceOf(amount, list.header) === null)
          return { at: 'columns', list, columns };
        return lay(list, { ...columns, amount }, null, signal);
      }),
    use: (list, columns) => {
      keepLayout.mutate({ layout: layoutOf(list.header), columns });
      run((signal) => lay(list, columns, null, signal));
    },
    ofDays: (list, columns, days) => run((signal) => lay(list, columns, days, signal)),
    changeColumns: ({ list, columns }) => setStep({ at: 'columns', list, columns }),
    stop: () => {
      running.current?.abort();
      setStep(NOTHING);
    },
  };
}

const iso = (ms: number) => new Date(ms).toISOString();

function instants(days: Days, shop: DayTerms) {
  const { from, to } = isoPeriodOf(days, shop);
  return { from: Date.parse(from), to: Date.parse(to) };
}
