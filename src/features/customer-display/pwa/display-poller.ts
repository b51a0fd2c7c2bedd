import { LIMITS } from '../../../contract/access/limits.ts';
import type { Call } from '../../../pwa/api/client.ts';
import { createStateStore } from '../../../pwa/pending-operations/state-store.ts';
import type { DisplayView } from '../contract/display.ts';
import {
  DISPLAY_POLLER_ANSWER_TIMEOUT_MS,
  DISPLAY_POLLER_POLL_EVERY_MS,
  HEARTBEAT_DELAY_MAX_MS,
  QUIET_POLL_MS,
} from './limits.ts';

/** The server's latest answer, and its query. */
export interface PolledDisplay {
  readonly view: DisplayView | null;
  /** The number of the answered query, see {@link DisplayPoller.about}. */
  readonly turn: number;
  /** Time when the answer arrived or was last confirmed; milliseconds since the epoch. */
  readonly at: number;
  /** True if the query after that answer got none. */
  readonly isUnanswered: boolean;
}

interface DisplayPollerDeps {
  readonly call: Call;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/** Queries the server after a reported change, and periodically without reports. */
export interface DisplayPoller {
  readonly subscribe: (listener: () => void) => () => void;
  readonly state: () => PolledDisplay;
  /**
   * Sets the current sale, which has changed.
   * @returns the number of the query
   */
  readonly about: (saleId: string | null) => number;
  /** Reports a change: queries at once. */
  readonly changed: () => void;
  /** The server reports that nothing has changed since the query. */
  readonly confirmUnchanged: () => void;
  /** Queries until the returned function is called. */
  readonly start: () => () => void;
}

/** Older data is no longer reliable. */
export const FRESH_MS =
  Math.max(DISPLAY_POLLER_POLL_EVERY_MS, LIMITS.displayBeatMs) + DISPLAY_POLLER_ANSWER_TIMEOUT_MS + 1_000;

export function createDisplayPoller({ call, now, sleep }: DisplayPollerDeps): DisplayPoller {
  const { subscribe, state, set } = createStateStore<PolledDisplay>({
    view: null,
    turn: -1,
    at: 0,
    isUnanswered: false,
  });
  let current = { saleId: null as string | null, turn: 0 };
  /** The number of required and of sent queries. */
  let required = 1;
  let sent = 0;
  let isQuerying = false;
  let queriedAt = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;
  let wake = () => {};

  async function query(): Promise<void> {
    const { saleId, turn } = current;
    sent = required;
    queriedAt = now();
    isQuerying = true;
    try {
      const signal = AbortSignal.timeout(DISPLAY_POLLER_ANSWER_TIMEOUT_MS);
      const view = await call('display', { signal, ...(saleId !== null && { query: { sale: saleId } }) });
      set({ view, turn, at: now(), isUnanswered: false });
    } catch {
      // For any failure, nothing is reliable until the next answer.
      set({ ...state(), isUnanswered: true });
    } finally {
      isQuerying = false;
    }
  }

  function requireQuery(): void {
    required += 1;
    wake();
  }

  /** True if a query is needed without a reported change. */
  function isPollDue(): boolean {
    return (
      state().isUnanswered ||
      now() - reportedAt >= LIMITS.displayBeatMs + HEARTBEAT_DELAY_MAX_MS ||
      now() - queriedAt >= QUIET_POLL_MS
    );
  }

  return {
    subscribe,
    state,
    about(saleId) {
      current = { saleId, turn: current.turn + 1 };
      requireQuery();
      return current.turn;
    },
    changed: requireQuery,
    confirmUnchanged() {
      reportedAt = now();
      const { isUnanswered } = state();
      // A query in progress will return the latest state.
      if (!isQuerying && sent === required && !isUnanswered) set({ ...state(), at: now() });
    },
    start() {
      const stopping = new AbortController();
      const run = async () => {
        while (!stopping.signal.aborted) {
          if (sent !== required || isPollDue()) await query();
          const woken = new Promise<void>((resolve) => {
            wake = resolve;
          });
          if (sent === required) await Promise.race([sleep(DISPLAY_POLLER_POLL_EVERY_MS), woken]);
        }
      };
      void run();
      return () => {
        stopping.abort();
        wake();
      };
    },
  };
}
