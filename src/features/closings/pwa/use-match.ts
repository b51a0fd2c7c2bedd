import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type DayTerms, shopDate } from '../../../contract/platform/shop-day.ts';
import { call } from '../../../pwa/api/live.ts';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { type Days, isoPeriodOf } from '../../transactions/pwa/period.ts';
import { LIST_LINES_MAX, WINDOW_USUAL_MS } from '../contract/limits.ts';
import { areConfirmed, type ListColumns, layoutOf } from '../contract/match/columns.ts';
import type { OurLine, ShopTerms, SkippedLine } from '../contract/match/lines.ts';
import { type OursAnswer } from '../contract/match/match-answer.ts';
import { type Matched, matchLists } from '../contract/match/match-lists.ts';
import { type MatchSum, matchSums } from '../contract/match/match-sums.ts';
import { parseLines, type ReadList, readList, runStepsWithPauses, UnfitList } from '../contract/match/parse-list.ts';
import { proposeColumns, proposeReading } from '../contract/match/propose-columns.ts';
import { decodeList } from '../contract/match/read-csv.ts';
import { COMPUTE_MAX_MS } from './limits.ts';
import { matchMemoryQuery, useSaveLayout } from './office-queries.ts';

/** A parsed file, and our lines of the days to compare. */
export interface ListWithOurs extends ReadList {
  /** The file's name. */
  readonly name: string;
  readonly days: Days;
  readonly ours: readonly OurLine[];
  /** Our number at the issuer; null if it is unknown. */
  readonly mid: string | null;
}

/** The result of a comparison, and its settings. */
export interface MatchResult {
  readonly list: ListWithOurs;
  readonly columns: ListColumns;
  readonly all: readonly Matched[];
  readonly skipped: readonly SkippedLine[];
  readonly sums: readonly MatchSum[];
}

export type MatchStep =
  | { readonly at: 'none'; readonly unfit: UnfitList['why'] | null; readonly error: Error | null }
  | { readonly at: 'busy'; readonly what: 'reading' | 'fetching' | 'comparing'; readonly share: number }
  | { readonly at: 'columns'; readonly list: ListWithOurs; readonly columns: Partial<ListColumns> }
  | { readonly at: 'done'; readonly result: MatchResult };

const NO_FILE: Extract<MatchStep, { at: 'none' }> = { at: 'none', unfit: null, error: null };

/** Thrown if the user stopped the comparison; the lines read so far are discarded. */
class Stopped extends Error {}

export interface Matching {
  readonly step: MatchStep;
  readonly read: (file: File, days: Days) => void;
  /** Saves what each column means, and starts the comparison. */
  readonly confirmColumns: (list: ListWithOurs, columns: ListColumns) => void;
  readonly changeColumns: (result: MatchResult) => void;
  readonly stop: () => void;
}

/** The shop's data for parsing lists. */
export function useShopTerms(): ShopTerms {
  const { currency, timeZone, dayBegins } = useShop();
  return { currency, timeZone, dayBegins };
}

/**
 * Compares a file with our lines, in this browser.
 *
 * The file is neither sent nor stored. The page stays responsive.
 */
export function useMatch(): Matching {
  const client = useQueryClient();
  const shop = useShopTerms();
  const saveLayout = useSaveLayout();
  const [step, setStep] = useState<MatchStep>(NO_FILE);
  const running = useRef<AbortController | null>(null);

  const turnOf = (what: 'reading' | 'fetching' | 'comparing', signal: AbortSignal) => {
    let turnedAt = Number.NEGATIVE_INFINITY;
    return async (share: number) => {
      if (performance.now() - turnedAt < COMPUTE_MAX_MS) return;
      if (!signal.aborted) setStep({ at: 'busy', what, share });
      await new Promise((resolve) => setTimeout(resolve));
      if (signal.aborted) throw new Stopped();
      turnedAt = performance.now();
    };
  };

  const run = (work: (signal: AbortSignal) => Promise<MatchStep>) => {
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    const end = (next: MatchStep) => {
      if (running.current === mine) setStep(next);
    };
    work(mine.signal).then(end, (error: Error) => {
      if (error instanceof Stopped || mine.signal.aborted) return;
      end(error instanceof UnfitList ? { ...NO_FILE, unfit: error.why } : { ...NO_FILE, error });
    });
  };

  const compare = async (list: ListWithOurs, columns: ListColumns, signal: AbortSignal) => {
    const { days, ours } = list;
    const { theirs, skipped } = await runStepsWithPauses(
      parseLines(list, columns, days, shop),
      turnOf('reading', signal),
    );
    const terms = { windowMs: WINDOW_USUAL_MS, days, dayOf: (ms: number) => shopDate(ms, shop) };
    const all = await runStepsWithPauses(matchLists(ours, theirs, terms), turnOf('comparing', signal));
    return { at: 'done', result: { list, columns, all, skipped, sums: matchSums(all) } } as const;
  };

  return {
    step,
    read: (file, days) =>
      run(async (signal) => {
        const turn = turnOf('reading', signal);
        await turn(0);
        const text = decodeList(new Uint8Array(await file.arrayBuffer()));
        const read = await runStepsWithPauses(readList(text, LIST_LINES_MAX), turn);
        const ours = await fetchOurs(days, shop, turnOf('fetching', signal), signal);
        const { layouts, mid } = await client.ensureQueryData(matchMemoryQuery);
        const list = { ...read, name: file.name, days, ours, mid };
        const savedColumns = layouts.find(({ layout }) => layout === layoutOf(read.header))?.columns;
        if (savedColumns !== undefined && areConfirmed(savedColumns, read.header, read.lines))
          return compare(list, savedColumns, signal);
        return { at: 'columns', list, columns: proposalFor(list, savedColumns, shop) };
      }),
    confirmColumns: (list, columns) => {
      saveLayout.mutate({ layout: layoutOf(list.header), columns });
      run((signal) => compare(list, columns, signal));
    },
    changeColumns: ({ list, columns }) => setStep({ at: 'columns', list, columns }),
    stop: () => {
      running.current?.abort();
      setStep(NO_FILE);
    },
  };
}

function proposalFor(list: ListWithOurs, savedColumns: ListColumns | undefined, shop: ShopTerms): Partial<ListColumns> {
  const terms = { ...shop, ...list };
  if (savedColumns === undefined) return proposeColumns(list.header, list.lines, terms);
  return { ...proposeReading(savedColumns, list.header, list.lines, terms), ...savedColumns };
}

async function fetchOurs(
  days: Days,
  shop: DayTerms,
  turn: (share: number) => Promise<void>,
  signal: AbortSignal,
): Promise<OurLine[]> {
  const { from, to } = isoPeriodOf(days, shop);
  const [first, last] = [Date.parse(from) - WINDOW_USUAL_MS, Date.parse(to) + WINDOW_USUAL_MS];
  const period = { from: new Date(first).toISOString(), to: new Date(last).toISOString() };
  const all: OurLine[] = [];
  for (let after: string | null = ''; after !== null; ) {
    await turn(all.length === 0 ? 0 : ((all.at(-1)?.at ?? first) - first) / (last - first));
    const { lines, next }: OursAnswer = await call('ourLines', { body: { ...period, after }, signal });
    all.push(...lines);
    after = next;
  }
  return all;
}
