import * as z from 'zod/mini';
import { columnPlaceOf, type ListColumns, listColumnsSchema } from '../../contract/match/columns.ts';
import {
  columnsOf,
  differenceOf,
  inTurns,
  type ReadList,
  readList,
  UnfitList,
  understand,
} from '../../contract/match/lay-beside.ts';
import type { OurLine } from '../../contract/match/lines.ts';
import { LIST_LINES_MAX, MATCH_PAGE, type MatchAnswer } from '../../contract/match/match-answer.ts';
import { matchLists } from '../../contract/match/match-lists.ts';
import { MATCH_LISTS, type Matched, type MatchList, WINDOW_USUAL_MS } from '../../contract/match/match-terms.ts';
import { refuse } from '../http/problem.ts';
import type { MatchKeeping } from './match-memory.ts';

export interface MatchingDeps {
  readonly memory: Pick<MatchKeeping, 'read'>;
  readonly ours: (period: { from: number; to: number }) => Promise<OurLine[]>;
  readonly currency: string;
  readonly timeZone: string;
}

/** What is asked beside a list. */
export interface MatchAsked {
  readonly text: string;
  /** What its columns are, as JSON. */
  readonly mapping: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly page: number;
  /** Nobody waits any more. */
  readonly signal?: AbortSignal;
}

/** Everything that was found, and what it was found by. */
export interface LaidBeside extends Pick<MatchAnswer, 'columns' | 'unread'> {
  readonly all: readonly Matched[];
  readonly notes: ReadonlyMap<string, string>;
  readonly period: { readonly from: number; readonly to: number };
}

/** Lays our lines beside a list. @throws Problem 400 for one that cannot be understood */
export async function layBeside(
  deps: MatchingDeps,
  { text, mapping, from, to, signal }: Omit<MatchAsked, 'page'>,
): Promise<LaidBeside> {
  const turn = async () => {
    if (signal?.aborted === true) throw refuse('not-ready', { message: 'Whoever asked has gone.' });
    await new Promise(setImmediate);
  };
  const memory = await deps.memory.read();
  const list = await readable(text, turn);
  const columns = wanted(mapping, list) ?? columnsOf(list, memory.layouts);
  const { amount } = columns;
  if (amount === undefined || columnPlaceOf(amount, list.header) === null)
    throw unfit('mapping', 'Say which column has the amount: {"amount":"Name of the column"}.');
  const said = { ...columns, amount };
  const { theirs, unread, period } = await inTurns(understand(list, said, deps), turn);
  const days = from !== undefined && to !== undefined ? { from: Date.parse(from), to: Date.parse(to) } : period;
  if (days === null) throw unfit('from', 'The list names no times: say with "from" and "to" which period it is of.');
  const near = { from: days.from - WINDOW_USUAL_MS, to: days.to + WINDOW_USUAL_MS };
  const ours = await deps.ours(near);
  const terms = { windowMs: WINDOW_USUAL_MS, mid: memory.mid, period: days };
  const all = await inTurns(matchLists(ours, theirs, terms), turn);
  const notes = new Map(memory.notes.map(({ difference, note }) => [difference, note]));
  return { all, notes, period: days, columns: said, unread: [...unread] };
}

/** The same, a page of each list. */
export async function matchAnswer(deps: MatchingDeps, asked: MatchAsked): Promise<MatchAnswer> {
  const { all, notes, period, columns, unread } = await layBeside(deps, asked);
  const lists = Object.fromEntries(
    MATCH_LISTS.map(
      (list) =>
        [
          list,
          pageOf(
            all.filter((one) => one.list === list),
            notes,
            asked.page,
          ),
        ] as const,
    ),
  ) as Record<MatchList, MatchAnswer['agrees']>;
  const iso = (ms: number) => new Date(ms).toISOString();
  return {
    ...lists,
    columns,
    period: { from: iso(period.from), to: iso(period.to) },
    unread: unread.slice(0, MATCH_PAGE),
  };
}

function pageOf(all: readonly Matched[], notes: ReadonlyMap<string, string>, page: number): MatchAnswer['agrees'] {
  const start = page * MATCH_PAGE;
  const lines = all.slice(start, start + MATCH_PAGE).map((one) => {
    const difference = differenceOf(one);
    return { ours: [...one.ours], theirs: [...one.theirs], difference, note: notes.get(difference) ?? null };
  });
  const noted = all.filter((one) => notes.has(differenceOf(one))).length;
  return { count: all.length, noted, lines, next: all.length > start + MATCH_PAGE ? page + 1 : null };
}

async function readable(text: string, turn: () => Promise<void>): Promise<ReadList> {
  try {
    return await inTurns(readList(text, LIST_LINES_MAX), turn);
  } catch (error) {
    if (!(error instanceof UnfitList)) throw error;
    throw error.why === 'too-long'
      ? unfit('body', `The list has more than ${LIST_LINES_MAX} lines.`)
      : unfit('body', 'The list has no lines under its first one, which names the columns.');
  }
}

function wanted(mapping: string | undefined, { header }: ReadList): ListColumns | null {
  if (mapping === undefined) return null;
  let given: unknown;
  try {
    given = JSON.parse(mapping);
  } catch {
    throw unfit('mapping', '"mapping" is no JSON.');
  }
  const parsed = z.safeParse(listColumnsSchema, given);
  if (!parsed.success)
    throw unfit('mapping', '"mapping" names columns by their names or places, for example {"amount":"Total"}.');
  for (const [name, column] of Object.entries(parsed.data))
    if (!['decimal', 'dates', 'minor'].includes(name) && columnPlaceOf(column as string | number, header) === null)
      throw unfit('mapping', `The list has no column as "mapping" says for "${name}".`);
  return parsed.data;
}

function unfit(field: string, message: string) {
  return refuse('bad-request', { message, details: { field } });
}
