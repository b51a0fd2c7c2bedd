import type { TransactionFilter } from '../../contract/transaction.ts';
import { call, queryClient, SESSION_KEY } from '../api/live.ts';
import { trustedUrl } from '../ui/trusted-url.ts';
import type { Facets } from './book.ts';
import workerUrl from './book.worker.ts?worker&url';
import type { Span } from './buckets.ts';
import type { Line } from './lines.ts';
import type { BookState, Order, Source, Told } from './protocol.ts';
import type { Sort } from './sort.ts';

/** What a page sees of a period: how it stands, and the lines that are on the screen. */
export interface View {
  /** Null until the first word. */
  readonly state: BookState | null;
  /** Lines from `from` on, as they last came; the window that was asked for may be larger until they arrive. */
  readonly lines: readonly Line[];
  readonly from: number;
  /** The line that was asked for by id: undefined while nobody knows, null where it has not arrived. */
  readonly found: { readonly id: string; readonly line: Line | null } | undefined;
}

/** One period on the desk. It lives outside React: reading begins with the first listener and ends, with everything in it, with the last. */
export interface Desk {
  readonly subscribe: (listener: () => void) => () => void;
  readonly view: () => View;
  readonly show: (filter: TransactionFilter, sort: Sort) => void;
  /** Says which lines the screen shows. */
  readonly window: (from: number, to: number) => void;
  readonly find: (id: string) => void;
  readonly order: (order: Extract<Order, { kind: 'stop' | 'go-on' | 'refresh' }>) => void;
}

/** Whoever does the reading: a worker, or this thread where workers cannot be had. */
interface Reader {
  readonly obey: (order: Order) => void;
  readonly close: () => void;
}

const NOTHING: View = { state: null, lines: [], from: 0, found: undefined };
/** What is asked for before the screen says what it shows. */
const FIRST_LINES = 60;

/** A desk for a period; nothing happens before somebody listens. */
export function createDesk(source: Source, period: Span, timeZone: string): Desk {
  const listeners = new Set<() => void>();
  let reader: Reader | null = null;
  let view = NOTHING;
  let shown: Extract<Order, { kind: 'show' }> | null = null;
  let [from, to] = [0, FIRST_LINES];
  let wanted: string | null = null;

  function change(next: Partial<View>): void {
    view = { ...view, ...next };
    for (const listener of listeners) listener();
  }

  function hear(told: Told): void {
    switch (told.kind) {
      case 'state': {
        const { failure, version } = told.state;
        const isNew = version !== view.state?.version;
        change({ state: { ...told.state, facets: sameFacets(view.state?.facets, told.state.facets) } });
        if (isNew) reader?.obey({ kind: 'lines', from, to });
        if (isNew && wanted !== null) reader?.obey({ kind: 'find', id: wanted });
        if (failure?.kind === 'problem' && failure.status === 401) void queryClient.invalidateQueries({ queryKey: SESSION_KEY });
        return;
      }
      case 'lines':
        return change({ lines: told.lines, from: told.from });
      case 'found':
        if (told.id === wanted) change({ found: { id: told.id, line: told.line } });
    }
  }

  const setLive = () => reader?.obey({ kind: 'live', isLive: document.visibilityState === 'visible' });

  function start(): void {
    reader = startReader(hear);
    document.addEventListener('visibilitychange', setLive);
    reader.obey({ kind: 'open', source, period, timeZone });
    if (shown !== null) reader.obey(shown);
  }

  function end(): void {
    document.removeEventListener('visibilitychange', setLive);
    reader?.close();
    reader = null;
    view = NOTHING;
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      if (reader === null) start();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) end();
      };
    },
    view: () => view,
    show(filter, sort) {
      shown = { kind: 'show', filter, sort };
      reader?.obey(shown);
    },
    window(first, last) {
      if (first === from && last === to) return;
      [from, to] = [first, last];
      reader?.obey({ kind: 'lines', from, to });
    },
    find(id) {
      wanted = id;
      reader?.obey({ kind: 'find', id });
    },
    order: (order) => reader?.obey(order),
  };
}

/** The same lists stay the same objects, so that what shows them is not drawn anew. */
function sameFacets(before: Facets | undefined, now: Facets): Facets {
  return before !== undefined && JSON.stringify(before) === JSON.stringify(now) ? before : now;
}

/** A worker that was started before anybody knew which period it reads. */
let spare: Worker | null = null;

/** Starts what reads, where the list is sure to be shown, while everything else still loads. */
export function prepareReader(): void {
  try {
    spare ??= createWorker();
  } catch {
    // Whoever reads starts without it, and finds the same.
  }
}

const createWorker = () => new Worker(trustedUrl(workerUrl), { type: 'module', name: 'transactions' });

function startReader(hear: (told: Told) => void): Reader {
  try {
    const worker = spare ?? createWorker();
    spare = null;
    worker.addEventListener('message', ({ data }: MessageEvent<Told>) => hear(data));
    return { obey: (order) => worker.postMessage(order), close: () => worker.terminate() };
  } catch {
    // A strict policy or an old browser: the same on this thread, which then has more to do.
    return startHere(hear);
  }
}

function startHere(hear: (told: Told) => void): Reader {
  const waiting: Order[] = [];
  let isClosed = false;
  let here: Reader | null = null;
  const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  void import('./keeper.ts').then(({ createKeeper }) => {
    if (isClosed) return;
    here = createKeeper({ call, tell: hear, now: Date.now, sleep });
    for (const order of waiting) here.obey(order);
  });
  return {
    obey: (order) => (here === null ? void waiting.push(order) : here.obey(order)),
    close() {
      isClosed = true;
      here?.close();
    },
  };
}
