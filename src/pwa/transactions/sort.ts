import type { Line } from './lines.ts';

/** By what the list may be sorted. */
export const SORT_KEYS = ['at', 'type', 'voucher', 'amount', 'person', 'status'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

/** How the list is sorted; `down` is from the largest, newest or last. */
export interface Sort {
  readonly key: SortKey;
  readonly down: boolean;
}

export const NEWEST_FIRST: Sort = { key: 'at', down: true };

/** Sorts lines in place. What names nothing to sort by comes last either way, and what is alike stays newest first. */
export function sortLines(lines: Line[], { key, down }: Sort): Line[] {
  const value = VALUES[key];
  const sign = down ? -1 : 1;
  return lines.sort((a, b) => {
    const [left, right] = [value(a), value(b)];
    if (left === right) return newestFirst(a, b);
    if (left === null) return 1;
    if (right === null) return -1;
    return left < right ? -sign : sign;
  });
}

const VALUES: Readonly<Record<SortKey, (line: Line) => number | string | null>> = {
  at: ({ at }) => at,
  type: ({ row }) => row.type,
  voucher: ({ row }) => row.vouchers[0]?.last4 ?? null,
  amount: ({ row }) => row.amount,
  person: ({ row }) => row.by?.person ?? null,
  status: ({ row }) => row.status,
};

function newestFirst(a: Line, b: Line): number {
  const [left, right] = [a.at ?? Number.NEGATIVE_INFINITY, b.at ?? Number.NEGATIVE_INFINITY];
  if (left !== right) return right - left;
  return a.row.id < b.row.id ? 1 : -1;
}
