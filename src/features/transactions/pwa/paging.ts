import { LINES_USUAL } from '../contract/limits.ts';
import type { LinesAnswer } from '../contract/transaction-list.ts';

export const PAGE = LINES_USUAL;

/** Start tokens of pages by number; the first page needs none. */
export type Starts = ReadonlyMap<number, string>;

/**
 * The maximum number of lines to skip from a known start. For more, lines are counted from the end
 * of the list.
 */
const SKIP_MAX = 10 * PAGE;

interface PageRequest {
  readonly after?: string;
  readonly skip?: number;
  readonly take: number;
  readonly fromEnd?: true;
}

/**
 * The request for a page of a list of `count` lines: from the nearest known start with a number of
 * lines to skip, or from the end if that is nearer.
 */
export function pageRequest(page: number, starts: Starts, count: number | null): PageRequest {
  let start = page;
  while (start > 0 && !starts.has(start)) start -= 1;
  const after = starts.get(start);
  const skip = (page - start) * PAGE;
  const behind = count === null ? Infinity : count - (page + 1) * PAGE;
  if (count !== null && skip > SKIP_MAX && behind < skip) {
    const skipped = Math.max(0, behind);
    const take = PAGE + Math.min(0, behind);
    if (take > 0) return { fromEnd: true, take, ...(skipped > 0 && { skip: skipped }) };
  }
  return { take: PAGE, ...(after !== undefined && { after }), ...(skip > 0 && { skip }) };
}

/**
 * The smallest possible number of lines while they are being counted: those of the loaded pages,
 * plus a page if more follow.
 */
export function linesAtLeast(pageAt: (page: number) => LinesAnswer | undefined): number {
  for (let page = 0; ; page += 1) {
    const answer = pageAt(page);
    if (answer === undefined) return page === 0 ? 0 : (page + 1) * PAGE;
    if (answer.next === null) return page * PAGE + answer.lines.length;
  }
}

/**
 * The pages with the lines from `from` (included) to `before` (excluded), of a list of `count`
 * lines.
 */
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
 * The pages to keep in memory: the visible ones, one on either side for scrolling, and the first
 * page, because all others are loaded from it.
 */
export function pagesToRetain(visible: readonly number[], count: number): readonly number[] {
  const first = visible[0] ?? 0;
  const last = visible.at(-1) ?? 0;
  const around = pagesOf({ from: (first - 1) * PAGE, to: (last + 2) * PAGE }, count);
  return around[0] === 0 ? around : [0, ...around];
}
