import * as z from 'zod/mini';
import { columnPlaceOf, type ListColumns, listColumnsSchema } from '../../contract/match/columns.ts';
import {
  allAtOnce,
  columnsOf,
  type ReadList,
  readList,
  type ShopTerms,
  UnfitList,
  understand,
} from '../../contract/match/lay-beside.ts';
import type { OurLine, Unread } from '../../contract/match/lines.ts';
import { LIST_LINES_MAX } from '../../contract/match/match-answer.ts';
import { matchLists } from '../../contract/match/match-lists.ts';
import { type Matched, WINDOW_USUAL_MS } from '../../contract/match/match-terms.ts';
import { refuse } from '../http/problem.ts';
import type { MatchKeeping } from './match-memory.ts';

export interface MatchingDeps extends ShopTerms {
  readonly memory: Pick<MatchKeeping, 'read'>;
  readonly ours: (period: { from: number; to: number }) => Promise<OurLine[]>;
}

/** What is asked beside a list. */
export interface MatchAsked {
  readonly text: string;
  /** What its columns are, as JSON. */
  readonly mapping: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Everything that was found, and what it was found by. */
export interface LaidBeside {
  readonly all: readonly Matched[];
  readonly notes: ReadonlyMap<string, string>;
  /** Lines that could not be read. */
  readonly unread: readonly Unread[];
  readonly period: { readonly from: number; readonly to: number };
}

/** Lays our lines beside a list. @throws Problem 400 for one that cannot be understood */
export async function layBeside(deps: MatchingDeps, { text, mapping, from, to }: MatchAsked): Promise<LaidBeside> {
  const memory = await deps.memory.read();
  const list = readable(text);
  const columns = wanted(mapping, list) ?? columnsOf(list, memory.layouts);
  const { amount } = columns;
  if (amount === undefined || columnPlaceOf(amount, list.header) === null)
    throw unfit('mapping', 'Say which column has the amount: {"amount":"Name of the column"}.');
  const said = { ...columns, amount };
  const { theirs, unread, period } = allAtOnce(understand(list, said, deps));
  const days = from !== undefined && to !== undefined ? { from: Date.parse(from), to: Date.parse(to) } : period;
  if (days === null) throw unfit('from', 'The list names no times: say with "from" and "to" which period it is of.');
  const near = { from: days.from - WINDOW_USUAL_MS, to: days.to + WINDOW_USUAL_MS };
  const ours = await deps.ours(near);
  const terms = { windowMs: WINDOW_USUAL_MS, mid: memory.mid, period: days };
  const all = allAtOnce(matchLists(ours, theirs, terms));
  const notes = new Map(memory.notes.map(({ difference, note }) => [difference, note]));
  return { all, notes, period: days, unread };
}

function readable(text: string): ReadList {
  try {
    return allAtOnce(readList(text, LIST_LINES_MAX));
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
