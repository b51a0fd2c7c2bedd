import { LINES_USUAL } from '../../contract/transaction-list.ts';

/** Lines of one page. */
export const PAGE = LINES_USUAL;

/** Where pages begin, by their number; the first begins where the list does, and is not named. */
export type Starts = ReadonlyMap<number, string>;

/** How a page is asked for: from the nearest start that is known, leaving out what lies between. */
export function askFor(page: number, starts: Starts): { readonly after?: string; readonly skip?: number } {
  let known = page;
  while (known > 0 && !starts.has(known)) known -= 1;
  const after = starts.get(known);
  const skip = (page - known) * PAGE;
  return { ...(after !== undefined && { after }), ...(skip > 0 && { skip }) };
}

/** The pages that hold the lines from `from` to before `to`, of a list of `count` lines. */
export function pagesOf({ from, to }: { readonly from: number; readonly to: number }, count: number): readonly number[] {
  const end = Math.min(to, count);
  const [first, last] = [Math.floor(Math.max(0, from) / PAGE), Math.ceil(end / PAGE)];
  return Array.from({ length: Math.max(0, last - first) }, (_, offset) => first + offset);
}

/** The pages that are kept while some are shown: these, one on either side for whoever scrolls on, and the first, from which every other can be reached. All others are dropped. */
export function pagesKept(shown: readonly number[], count: number): readonly number[] {
  const [first, last] = [shown[0] ?? 0, shown.at(-1) ?? 0];
  const around = pagesOf({ from: (first - 1) * PAGE, to: (last + 2) * PAGE }, count);
  return around[0] === 0 ? around : [0, ...around];
}
