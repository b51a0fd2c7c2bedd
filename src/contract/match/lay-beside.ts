import { type DayTerms, dayPeriod, shopDate } from '../shop-day.ts';
import { type ListColumns, layoutOf, readingOf, recogniseColumns } from './columns.ts';
import { lineReader, type TheirLine, type Unread } from './lines.ts';
import type { Matched, MatchTerms } from './match-terms.ts';
import { type CsvLine, csvLines } from './read-csv.ts';

/** A list as it was read: what stands above its columns, and its lines. */
export interface ReadList {
  readonly header: readonly string[];
  readonly lines: readonly CsvLine[];
}

/** A list that nothing can be laid beside, and why. */
export class UnfitList extends Error {
  readonly why: 'empty' | 'too-long' | 'no-amount' | 'no-time';
  constructor(why: UnfitList['why']) {
    super(why);
    this.why = why;
  }
}

/**
 * Splits a list into its lines; now and then others have their turn.
 * @returns the list; the steps tell how far it has come, 0 to 1
 * @throws UnfitList
 */
export function* readList(text: string, linesMax: number): Generator<number, ReadList> {
  const lines: CsvLine[] = [];
  let header: readonly string[] | null = null;
  let read = 0;
  for (const line of csvLines(text)) {
    if (header === null) header = line.cells;
    else lines.push(line);
    if (lines.length > linesMax) throw new UnfitList('too-long');
    read += line.cells.reduce((sum, cell) => sum + cell.length + 1, 0);
    if (lines.length % 5_000 === 0) yield Math.min(1, read / Math.max(1, text.length));
  }
  if (header === null || lines.length === 0) throw new UnfitList('empty');
  return { header, lines };
}

/** What the columns of a list are: as remembered of lists that look alike, else as recognised. */
export function columnsOf(
  { header, lines }: ReadList,
  layouts: readonly { readonly layout: string; readonly columns: ListColumns }[],
): Partial<ListColumns> {
  const known = layouts.find(({ layout }) => layout === layoutOf(header))?.columns;
  const cells = lines.map((line) => line.cells);
  return known ? readingOf(known, header, cells) : recogniseColumns(header, cells);
}

export interface ShopTerms extends DayTerms {
  readonly currency: string;
}

/** Their lines, those that could not be read, and the days that they are of. */
export interface UnderstoodList {
  readonly theirs: readonly TheirLine[];
  readonly unread: readonly Unread[];
  /** From the first day that it names to the last, milliseconds UTC; null where it names none. */
  readonly period: MatchTerms['period'] | null;
}

/** Understands the lines of a list. @returns as {@link readList} */
export function* understand(
  { header, lines }: ReadList,
  columns: ListColumns,
  shop: ShopTerms,
): Generator<number, UnderstoodList> {
  const read = lineReader({
    header,
    columns: readingOf(
      columns,
      header,
      lines.map(({ cells }) => cells),
    ),
    ...shop,
  });
  const theirs: TheirLine[] = [];
  const unread: Unread[] = [];
  for (const [index, line] of lines.entries()) {
    const understood = read(line);
    if ('why' in understood) unread.push(understood);
    else theirs.push(understood);
    if (index % 5_000 === 0) yield index / lines.length;
  }
  return { theirs, unread, period: daysOf(theirs, shop) };
}

function daysOf(lines: readonly TheirLine[], days: DayTerms): MatchTerms['period'] | null {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const { at } of lines) {
    if (at === null) continue;
    from = Math.min(from, at);
    to = Math.max(to, at);
  }
  if (from > to) return null;
  return {
    from: dayPeriod(shopDate(from, days), days).from,
    to: dayPeriod(shopDate(to, days), days).to,
  };
}

/** What a difference is known again by, in whatever file it comes; empty for what agrees. */
export function differenceOf({ list, ours, theirs }: Matched): string {
  if (list === 'agrees' || list === 'otherShop') return '';
  const own = ours.map(({ id }) => id).join('+');
  const other = theirs.map(({ amount, currency, at, receiptNo, last4, transactionId }) => {
    const named = transactionId ?? receiptNo ?? `${at ?? ''} ${last4 ?? ''}`;
    return `${amount}${currency} ${named}`;
  });
  return `${list} ${own} ${other.join('+')}`.slice(0, 300);
}

/** Does steps to their end. */
export function allAtOnce<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Does steps, and lets everything else have its turn between them. */
export async function inTurns<T>(steps: Generator<number, T>, turn: (share: number) => Promise<void>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await turn(step.value);
  }
}
