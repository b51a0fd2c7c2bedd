import { LINES_USUAL, type LinesAnswer } from '../contract/transaction-list.ts';

/** Lines of one page. */
export const PAGE = LINES_USUAL;

/** Where pages begin, by their number; the first begins where the list does, and is not named. */
export type Starts = ReadonlyMap<number, string>;

/**
 * So many lines are left out from a start that is known before the end of the list is looked at:
 * whoever scrolls on counts from where they are.
 */
const FAR = 10 * PAGE;

/** How a page is asked for. */
interface PageAsked {
  readonly after?: string;
  readonly skip?: number;
  readonly take: number;
  readonly fromEnd?: true;
}

/**
 * How a page of a list of `count` lines is asked for: from the nearest start that is known, leaving
 * out what lies between, or from the end where that is nearer.
 */
export function askFor(page: number, starts: Starts, count: number | null): PageAsked {
  let known = page;
  while (known > 0 && !starts.has(known)) known -= 1;
  const after = starts.get(known);
  const skip = (page - known) * PAGE;
  const behind = count === null ? Infinity : count - (page + 1) * PAGE;
  if (count !== null && skip > FAR && behind < skip) {
    const skipped = Math.max(0, behind);
    const take = PAGE + Math.min(0, behind);
    if (take > 0) return { fromEnd: true, take, ...(skipped > 0 && { skip: skipped }) };
  }
  return { take: PAGE, ...(after !== undefined && { after }), ...(skip > 0 && { skip }) };
}

/**
 * How many lines a list has for certain while they are being counted, by its pages that are there,
 * and a page more where more come.
 */
export function linesAtLeast(pageAt: (page: number) => LinesAnswer | undefined): number {
  for (let page = 0; ; page += 1) {
    const there = pageAt(page);
    if (there === undefined) return page === 0 ? 0 : (page + 1) * PAGE;
    if (there.next === null) return page * PAGE + there.lines.length;
  }
}

/** The pages that hold the lines from `from` to before `to`, of a list of `count` lines. */
export function pagesOf(
  { from, to }: { readonly from: number; readonly to: number },
  count: number,
): readonly number[] {
  const end = Math.min(to, count);
  const first = Math.floor(Math.max(0, from) / PAGE);
  const last = Math.ceil(end / PAGE);
  return Array.from({ length: Math.max(0, last - first) }, (_, offset) => first + offset);
}

/**
 * The pages that are kept while some are shown: these, one on either side for whoever scrolls on,
 * and the first, from which every other can be reached.
 *
 * All others are dropped.
 */
export function pagesKept(shown: readonly number[], count: number): readonly number[] {
  const first = shown[0] ?? 0;
  const last = shown.at(-1) ?? 0;
  const around = pagesOf({ from: (first - 1) * PAGE, to: (last + 2) * PAGE }, count);
  return around[0] === 0 ? around : [0, ...around];
}
