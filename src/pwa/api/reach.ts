/** What a page knows of its server. */
export interface ReachState {
  /** False once a request got no answer, until one gets one. */
  readonly isReached: boolean;
  /** When the server last answered, milliseconds of the device's clock; null if it never did. */
  readonly answeredAt: number | null;
}

export interface ReachDeps {
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** Asks the server for a sign of life; false without an answer. */
  readonly probe: () => Promise<boolean>;
  /** False while nobody can see the page, which then asks nothing. */
  readonly isSeen: () => boolean;
}

/** Watches whether the server answers the page's requests, and asks it when there are none. */
export interface ServerReach {
  readonly state: () => ReachState;
  readonly subscribe: (changed: () => void) => () => void;
  readonly answered: () => void;
  /** A request that was sent then got no answer. */
  readonly silent: (sentAt: number) => void;
  /** Asks now, because the network of the device has changed. */
  readonly ask: () => void;
  /** Begins to ask by itself; twice is once. */
  readonly start: () => void;
}

export const REACH = {
  /** So long after the last answer the server is asked for a sign of life. */
  quietMs: 10_000,
  /** How often it is asked while it does not answer. */
  retryMs: 3_000,
} as const;

export function createReach({ now, sleep, probe, isSeen }: ReachDeps): ServerReach {
  let state: ReachState = { isReached: true, answeredAt: null };
  let started = false;
  const listeners = new Set<() => void>();

  function show(next: ReachState): void {
    const isNews = next.isReached !== state.isReached;
    state = next;
    if (isNews) for (const listener of listeners) listener();
  }

  const answered = () => show({ isReached: true, answeredAt: now() });
  const silent = (sentAt: number) => {
    if (state.answeredAt === null || state.answeredAt <= sentAt) show({ ...state, isReached: false });
  };

  async function askOnce(): Promise<void> {
    const sentAt = now();
    if (await probe()) answered();
    else silent(sentAt);
  }

  async function watch(): Promise<never> {
    for (;;) {
      const { isReached, answeredAt } = state;
      const quietFor = now() - (answeredAt ?? Number.NEGATIVE_INFINITY);
      await sleep(isReached ? Math.max(REACH.quietMs - quietFor, 1_000) : REACH.retryMs);
      const isQuiet = !state.isReached || now() - (state.answeredAt ?? 0) >= REACH.quietMs;
      if (isSeen() && isQuiet) await askOnce();
    }
  }

  return {
    state: () => state,
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    answered,
    silent,
    ask: () => void askOnce(),
    start() {
      if (started) return;
      started = true;
      void watch();
    },
  };
}
