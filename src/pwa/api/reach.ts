/** The page's knowledge about the connection to its server. */
export interface ReachState {
  /** False after a request without an answer, until the next answer. */
  readonly isReached: boolean;
  /** When the server last answered, in milliseconds of the device's clock; null if it never did. */
  readonly answeredAt: number | null;
}

export interface ReachDeps {
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** Requests any answer; false if the server does not answer. */
  readonly probe: () => Promise<boolean>;
  /** False while the page is hidden. A hidden page does not probe. */
  readonly isSeen: () => boolean;
}

/** Tracks if the server answers the page's requests, and probes it when the page sends none. */
export interface ServerReach {
  readonly state: () => ReachState;
  readonly subscribe: (changed: () => void) => () => void;
  readonly answered: () => void;
  /** A request sent at this time got no answer. */
  readonly silent: (sentAt: number) => void;
  /** Probes now, because the network of the device has changed. */
  readonly probeNow: () => void;
  /** Starts the probes; a second call has no effect. */
  readonly start: () => void;
}

export const REACH_LIMITS = {
  /** The server is probed this long after its last answer. */
  quietMs: 10_000,
  /** Interval of probes while the server does not answer. */
  retryMs: 3_000,
} as const;

export function createServerReach({ now, sleep, probe, isSeen }: ReachDeps): ServerReach {
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

  async function probeOnce(): Promise<void> {
    const sentAt = now();
    if (await probe()) answered();
    else silent(sentAt);
  }

  async function watch(): Promise<never> {
    for (;;) {
      const { isReached, answeredAt } = state;
      const quietFor = now() - (answeredAt ?? Number.NEGATIVE_INFINITY);
      await sleep(isReached ? Math.max(REACH_LIMITS.quietMs - quietFor, 1_000) : REACH_LIMITS.retryMs);
      const isQuiet = !state.isReached || now() - (state.answeredAt ?? 0) >= REACH_LIMITS.quietMs;
      if (isSeen() && isQuiet) await probeOnce();
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
    probeNow: () => void probeOnce(),
    start() {
      if (started) return;
      started = true;
      void watch();
    },
  };
}
