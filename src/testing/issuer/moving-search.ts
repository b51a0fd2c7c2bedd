import type { Issuer, IssuerReply, IssuerTransaction, PageSize, Period } from '../../bff/issuer/port.ts';
import { rowAt } from './row-search.ts';

/** A pending request for a page. */
interface Pending {
  readonly look: () => readonly IssuerTransaction[];
  readonly answer: (asked: IssuerReply<readonly IssuerTransaction[]>) => void;
  /** The ledger's rows at the time of the reading; null before. */
  found: readonly IssuerTransaction[] | null;
}

/**
 * A search whose ledger changes while its pages are in transit: the content of a page is decided at
 * one time, and it arrives at another, possibly out of order.
 */
export interface MovingSearch extends Pick<Issuer, 'searchPage' | 'clockOffset'> {
  /**
   * @param ref of the voucher @param createdAt milliseconds UTC @param isShown false for one that
   * search shows later
   */
  add(row: {
    readonly id: string;
    readonly ref: string;
    readonly createdAt: number;
    readonly mid: string;
    readonly isShown: boolean;
  }): void;
  /** Shows what was hidden. */
  reveal(id: string): void;
  hide(id: string): void;
  /** Changes the row. */
  change(id: string): void;
  /** All rows that it shows now. */
  shown(): readonly IssuerTransaction[];
  /** The number of pending requests. */
  pending(): number;
  /** Reads the current rows for one of them; the answer stays in transit. */
  look(which: number): void;
  /** One of the answers arrives. */
  deliver(which: number): void;
  /**
   * One request gets no usable answer, and neither does the next, because a failed page is
   * requested again at once.
   */
  fail(which: number): void;
}

const FAILED = { outcome: 'unclear', reason: 'HTTP 500' } as const;

interface BookRow {
  readonly row: IssuerTransaction;
  readonly isShown: boolean;
}

/** @param pageSize rows of a small page; a large one has twice as many */
export function createMovingSearch(pageSize: number): MovingSearch {
  const books = new Map<string, BookRow>();
  const pending: Pending[] = [];
  let failing = 0;

  function found({ from, to }: Period, page: number, size: PageSize): readonly IssuerTransaction[] {
    const rows = [...books.values()].filter(
      ({ isShown, row: { createdAt } }) => isShown && createdAt !== null && createdAt >= from && createdAt <= to,
    );
    const newestFirst = rows
      .map(({ row }) => row)
      .sort((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0) || (a.transactionId < b.transactionId ? 1 : -1));
    const most = size === 'many' ? 2 * pageSize : pageSize;
    return newestFirst.slice(page * most, (page + 1) * most);
  }

  const set = (id: string, change: (known: BookRow) => BookRow) => {
    const known = books.get(id);
    if (known) books.set(id, change(known));
  };
  const at = (which: number) => pending[which % pending.length];
  const take = (which: number) => (pending.length === 0 ? undefined : pending.splice(which % pending.length, 1)[0]);

  return {
    clockOffset: () => ({ offsetMs: 0, errorMs: 500 }),
    searchPage: (period, page, _signal, size = 'few') =>
      new Promise((resolve) => {
        if (failing > 0) {
          failing -= 1;
          return resolve(FAILED);
        }
        pending.push({ look: () => found(period, page, size), answer: resolve, found: null });
      }),
    add({ id, ref, createdAt, mid, isShown }) {
      const vouchers = [{ ref, usingValue: 1, productCode: 'P', productLabel: 'Voucher', actions: [] }];
      books.set(id, { row: rowAt(createdAt, id, { mid, vouchers, rawStatus: 'Pending', status: 'pending' }), isShown });
    },
    reveal: (id) => set(id, (known) => ({ ...known, isShown: true })),
    hide: (id) => set(id, (known) => ({ ...known, isShown: false })),
    change: (id) =>
      set(id, ({ row, isShown }) => {
        const isDone = row.rawStatus === 'Succeeded';
        return {
          isShown,
          row: { ...row, rawStatus: isDone ? 'Pending' : 'Succeeded', status: isDone ? ('pending' as const) : ('succeeded' as const) },
        };
      }),
    shown: () => [...books.values()].filter(({ isShown }) => isShown).map(({ row }) => row),
    pending: () => pending.length,
    look(which) {
      const one = at(which);
      if (one) one.found ??= one.look();
    },
    deliver(which) {
      const one = take(which);
      one?.answer({ outcome: 'found', value: one.found ?? one.look() });
    },
    fail(which) {
      failing = 1;
      take(which)?.answer(FAILED);
    },
  };
}
