import * as z from 'zod/mini';
import { refuse } from '../../../../bff/platform/http/problem.ts';
import { dayPeriod, shopDate } from '../../../../contract/platform/shop-day.ts';
import { LIST_LINES_MAX, WINDOW_USUAL_MS } from '../../contract/limits.ts';
import { areConfirmed, type ListColumns, layoutOf, listColumnsSchema } from '../../contract/match/columns.ts';
import type { OurLine, ShopDays, ShopTerms, SkippedLine } from '../../contract/match/lines.ts';
import { type Matched, matchLists } from '../../contract/match/match-lists.ts';
import { parseLines, type ReadList, readList, runSteps, UnfitList } from '../../contract/match/parse-list.ts';
import { proposeColumns } from '../../contract/match/propose-columns.ts';
import type { MatchMemoryStore } from './match-memory.ts';
import type { OursPeriod } from './our-lines.ts';

export interface MatchingDeps extends ShopTerms {
  readonly memory: Pick<MatchMemoryStore, 'read'>;
  readonly ours: (period: OursPeriod) => Promise<OurLine[]>;
}

/** A list, and how to compare it. */
export interface MatchRequest {
  readonly text: string;
  readonly days: ShopDays;
  /**
   * The columns of the list as JSON; undefined if a manager confirmed them for lists with this
   * layout.
   */
  readonly mapping: string | undefined;
}

/** The complete result, and the settings of the comparison. */
export interface Comparison {
  readonly all: readonly Matched[];
  readonly notes: ReadonlyMap<string, string>;
  readonly skipped: readonly SkippedLine[];
  readonly days: ShopDays;
}

/**
 * Compares our lines with a list.
 * @throws Problem 400 if the columns of the list are unconfirmed or it has no lines
 */
export async function compareLists(deps: MatchingDeps, { text, mapping, days }: MatchRequest): Promise<Comparison> {
  const { currency, timeZone, dayBegins } = deps;
  const shop = { currency, timeZone, dayBegins };
  const { mid, layouts, notes } = await deps.memory.read();
  const list = readListOrThrow(text);
  const { header, lines } = list;
  const from = dayPeriod(days.first, shop).from - WINDOW_USUAL_MS;
  const ours = await deps.ours({ from, to: dayPeriod(days.last, shop).to + WINDOW_USUAL_MS });
  const storedColumns = layouts.find(({ layout }) => layout === layoutOf(header))?.columns;
  const columns = mapping === undefined ? (storedColumns ?? {}) : readMapping(mapping);
  if (!areConfirmed(columns, header, lines)) {
    const proposed = proposeColumns(header, lines, { ...shop, days, ours, mid });
    throw refuseList(
      'mapping',
      `Check what each column means, and confirm it with --mapping '${JSON.stringify({ ...proposed, ...columns })}'`,
    );
  }
  const { theirs, skipped } = runSteps(parseLines(list, columns, days, shop));
  const all = runSteps(
    matchLists(ours, theirs, { windowMs: WINDOW_USUAL_MS, days, dayOf: (ms) => shopDate(ms, shop) }),
  );
  return { all, notes: new Map(notes.map(({ difference, note }) => [difference, note])), skipped, days };
}

function readListOrThrow(text: string): ReadList {
  try {
    return runSteps(readList(text, LIST_LINES_MAX));
  } catch (error) {
    if (!(error instanceof UnfitList)) throw error;
    throw error.why === 'too-long'
      ? refuseList('body', `The list has more than ${LIST_LINES_MAX} lines.`)
      : refuseList('body', 'The list has no lines below its column names.');
  }
}

function readMapping(mapping: string): Partial<ListColumns> {
  let json: unknown;
  try {
    json = JSON.parse(mapping);
  } catch {
    throw refuseList('mapping', '"mapping" is not JSON.');
  }
  const parsed = z.safeParse(listColumnsSchema, json);
  if (!parsed.success)
    throw refuseList(
      'mapping',
      '"mapping" must state columns by name or position, for example {"amount":"Total","decimal":"."}.',
    );
  return parsed.data;
}

function refuseList(field: string, message: string) {
  return refuse('bad-request', { message, details: { field } });
}
