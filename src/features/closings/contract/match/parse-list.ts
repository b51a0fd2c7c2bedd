import { HEADER_LINES_MAX } from '../limits.ts';
import type { ListColumns } from './columns.ts';
import { lineReader, type ShopDays, type ShopTerms, type SkippedLine, type TheirLine } from './lines.ts';
import { type CsvLine, csvLines } from './read-csv.ts';

export interface ReadList {
  readonly header: readonly string[];
  readonly lines: readonly CsvLine[];
}

/** A list that cannot be compared, and why. */
export class UnfitList extends Error {
  readonly why: 'empty' | 'too-long';
  constructor(why: UnfitList['why']) {
    super(why);
    this.why = why;
  }
}

/**
 * Splits a list into its lines; it yields regularly so that other work can run.
 * @returns the list; each yield is the progress, 0 to 1
 * @throws UnfitList
 */
export function* readList(text: string, linesMax: number): Generator<number, ReadList> {
  const lines: CsvLine[] = [];
  let read = 0;
  for (const line of csvLines(text)) {
    lines.push(line);
    if (lines.length > linesMax + HEADER_LINES_MAX) throw new UnfitList('too-long');
    read += line.cells.reduce((sum, cell) => sum + cell.length + 1, 0);
    if (lines.length % 5_000 === 0) yield Math.min(1, read / Math.max(1, text.length));
  }
  const at = headerIndexIn(lines);
  const header = lines[at]?.cells;
  const rest = lines.slice(at + 1);
  if (header === undefined || rest.length === 0) throw new UnfitList('empty');
  if (rest.length > linesMax) throw new UnfitList('too-long');
  return { header, lines: rest };
}

const NUMBER_OR_DATE = /^[\d\s.,:/+-]+$/;

/**
 * Finds the line with the names of columns: the first that fills most of the columns, with text
 * only. Registers write a title or the period above it.
 */
function headerIndexIn(lines: readonly CsvLine[]): number {
  const some = lines.slice(0, HEADER_LINES_MAX).map(({ cells }) => cells.filter(Boolean));
  const width = Math.max(0, ...some.map((cells) => cells.length));
  const found = some.findIndex((cells) => cells.length > width / 2 && !cells.some((cell) => NUMBER_OR_DATE.test(cell)));
  return Math.max(0, found);
}

/** Lines that are compared, and those that are not. */
export interface ParsedList {
  readonly theirs: readonly TheirLine[];
  readonly skipped: readonly SkippedLine[];
}

/** Parses the lines of a list. @returns as {@link readList} */
export function* parseLines(
  { header, lines }: ReadList,
  columns: ListColumns,
  days: ShopDays,
  shop: ShopTerms,
): Generator<number, ParsedList> {
  const read = lineReader({ header, columns, days, ...shop });
  const theirs: TheirLine[] = [];
  const skipped: SkippedLine[] = [];
  for (const [index, line] of lines.entries()) {
    const understood = read(line);
    if ('why' in understood) skipped.push(understood);
    else theirs.push(understood);
    if (index % 2_000 === 0) yield index / lines.length;
  }
  return { theirs, skipped };
}

/** Runs all steps without a pause. */
export function runSteps<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Runs steps, and lets other work run in between. */
export async function runStepsWithPauses<T>(
  steps: Generator<number, T>,
  turn: (share: number) => Promise<void>,
): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await turn(step.value);
  }
}
