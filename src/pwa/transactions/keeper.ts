import type { TransactionFilter } from '../../contract/transaction.ts';
import { type TransactionPage, unpackTransactions } from '../../contract/transaction-pack.ts';
import { sumsOf } from '../../contract/transaction-sums.ts';
import { type Call, NoAnswer } from '../api/client.ts';
import { type Failure, failureOf } from '../api/failure.ts';
import { createBook, type Facets, PLAIN, type Sight } from './book.ts';
import { type Scale, type Span, scaleOf } from './buckets.ts';
import type { BookState, Order, Reading, Source, Told } from './protocol.ts';
import type { Sort } from './sort.ts';

/** The list is put together anew at most this often while rows arrive, and in a small part of the time. */
const SHOW_EVERY_MS = 400;
/** New rows are looked for this often, and so far back, because a search shows rows late. */
const REFRESH_EVERY_MS = 5_000;
const REFRESH_BACK_MS = 3 * 60_000;
/** A question without an answer is asked again after these waits; then a person decides. */
const WAITS_MS = [1_000, 2_000, 4_000, 8_000];
const NOTHING: Pick<Sight, 'lines' | 'sums' | 'bars' | 'facets'> = {
  lines: { length: 0, slice: () => [] },
  sums: sumsOf([]),
  bars: [],
  facets: { people: [], mids: [] } satisfies Facets,
};

export interface KeeperDeps {
  readonly call: Call;
  readonly tell: (told: Told) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

interface Opened {
  readonly source: Source;
  readonly period: Span;
  readonly timeZone: string;
}

/** Reads one period into a book and keeps it new; the page sees a window of it. One keeper reads one period. */
export interface Keeper {
  obey(order: Order): void;
  /** Ends everything; nothing is told any more. */
  close(): void;
}

export function createKeeper(deps: KeeperDeps): Keeper {
  const { call, tell, now, sleep } = deps;
  const book = createBook();
  const ending = new AbortController();
  let opened: Opened | null = null;
  let scale: Scale = { unit: 'hour', starts: [] };
  let shown: { filter: TransactionFilter; sort: Sort } = PLAIN;
  let sight = NOTHING;
  let reading: Reading = 'reading';
  let failure: Failure | null = null;
  let reached: number | null = null;
  let cursor: string | null | undefined;
  let mid: string | null = null;
  let [version, isLive, isRunning, isShowing] = [0, true, false, false];

  const isOver = () => ending.signal.aborted;
  const say = (told: Told) => {
    if (!isOver()) tell(told);
  };

  function state(): BookState {
    const { from, to } = opened?.period ?? { from: 0, to: 1 };
    const end = Math.min(to, now());
    const done = reached === null ? 0 : (end - reached) / Math.max(1, end - from);
    const progress = cursor === null ? 1 : Math.min(1, Math.max(0, done));
    const { lines, sums, bars, facets } = sight;
    return { reading, progress, failure, rows: book.size(), lines: lines.length, version, sums, scale, bars, facets, mid };
  }

  function showNow(): void {
    sight = book.show({ ...shown, scale });
    version += 1;
    say({ kind: 'state', state: state() });
  }

  /** Shows it soon, and rests six times as long as that took, so that reading goes on beside it. */
  function showSoon(): void {
    if (isShowing) return;
    isShowing = true;
    const startedAt = now();
    showNow();
    const tookMs = now() - startedAt;
    void sleep(Math.max(SHOW_EVERY_MS, 6 * tookMs)).then(() => {
      isShowing = false;
      if (book.size() !== sizeSeen) showSoon();
    });
    sizeSeen = book.size();
  }
  let sizeSeen = 0;

  function ask({ source, period }: Opened, from: number, next?: string): Promise<TransactionPage> {
    const body = { from: new Date(from).toISOString(), to: new Date(period.to).toISOString() };
    if (source === 'mine') return call('myTransactions', { body, signal: ending.signal });
    return call('readTransactions', { body: { ...body, ...(next !== undefined && { cursor: next }) }, signal: ending.signal });
  }

  function take(page: TransactionPage): void {
    try {
      book.add(unpackTransactions(page.transactions));
    } catch (cause) {
      throw new NoAnswer('a row has another shape', { cause });
    }
    ({ mid } = page);
  }

  /** Asks until there is an answer, or nobody should wait any longer; null for that. */
  async function askPatiently(which: Opened): Promise<TransactionPage | null> {
    for (const waitMs of [...WAITS_MS, null]) {
      try {
        const page = await ask(which, which.period.from, cursor ?? undefined);
        take(page);
        return page;
      } catch (error) {
        if (isOver()) return null;
        failure = failureOf(error);
        if (waitMs === null || !isWorthAsking(failure)) return null;
        reading = 'waiting';
        showNow();
        await sleep(waitMs);
        if (isOver() || !isStillReading()) return null;
        reading = 'reading';
      }
    }
    return null;
  }
  const isStillReading = () => reading === 'reading' || reading === 'waiting';

  async function readOn(which: Opened): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    reading = 'reading';
    failure = null;
    while (isStillReading()) {
      const page = await askPatiently(which);
      if (isOver()) return;
      if (page === null) {
        if (isStillReading()) reading = 'failed';
        break;
      }
      failure = null;
      cursor = page.next;
      reached = Date.parse(page.reached);
      if (cursor === null) reading = 'done';
      else showSoon();
    }
    isRunning = false;
    showNow();
  }

  async function refresh(): Promise<void> {
    if (opened === null || now() > opened.period.to || reached === null) return;
    const from = Math.max(opened.period.from, now() - REFRESH_BACK_MS);
    try {
      const before = book.size();
      for (let next: string | null | undefined; next !== null; ) {
        const page = await ask(opened, from, next);
        take(page);
        ({ next } = page);
      }
      const wasSilent = failure !== null && reading === 'done';
      if (wasSilent) failure = null;
      if (book.size() !== before || wasSilent) showNow();
    } catch (error) {
      if (isOver()) return;
      failure = failureOf(error);
      say({ kind: 'state', state: state() });
    }
  }

  async function keepNew(): Promise<void> {
    while (!isOver()) {
      await sleep(REFRESH_EVERY_MS);
      if (isLive && !isOver()) await refresh();
    }
  }

  function open(order: Opened): void {
    opened = order;
    scale = scaleOf(order.period, order.timeZone);
    void readOn(order);
    void keepNew();
  }

  return {
    obey(order) {
      switch (order.kind) {
        case 'open':
          return open(order);
        case 'show':
          shown = order;
          return showNow();
        case 'lines':
          return say({ kind: 'lines', version, from: order.from, lines: sight.lines.slice(order.from, order.to) });
        case 'find':
          return say({ kind: 'found', id: order.id, line: book.find(order.id) });
        case 'stop':
          if (isStillReading()) reading = 'stopped';
          return say({ kind: 'state', state: state() });
        case 'go-on':
          if (opened !== null && cursor !== null) void readOn(opened);
          return;
        case 'live':
          isLive = order.isLive;
          return;
        case 'refresh':
          return void refresh();
      }
    },
    close: () => ending.abort(),
  };
}

/** Questions that another try could answer. */
function isWorthAsking(failure: Failure): boolean {
  return failure.kind === 'no-answer' || (failure.kind === 'problem' && failure.status >= 500);
}
