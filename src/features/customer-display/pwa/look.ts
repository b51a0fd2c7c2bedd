import { LIMITS } from '../../../contract/access/limits.ts';
import type { Call } from '../../../pwa/api/client.ts';
import { createShown } from '../../../pwa/wishes/shown.ts';
import type { DisplayView } from '../contract/display.ts';

/** The server's latest answer, and its query. */
export interface DisplayLook {
  readonly view: DisplayView | null;
  /** The number of the answered query, see {@link Look.about}. */
  readonly turn: number;
  /** When it arrived or was last confirmed; milliseconds since the epoch. */
  readonly at: number;
  /** The query after it was not answered. */
  readonly isSilent: boolean;
}

interface LookDeps {
  readonly call: Call;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/** Queries the server after a reported change, and periodically without reports. */
export interface Look {
  readonly subscribe: (listener: () => void) => () => void;
  readonly state: () => DisplayLook;
  /**
   * Sets the current sale, which has changed.
   * @returns the number of the query
   */
  readonly about: (saleId: string | null) => number;
  /** Reports a change: queries at once. */
  readonly changed: () => void;
  /** The server reports that nothing has changed since the query. */
  readonly stands: () => void;
  /** Queries until the returned function is called. */
  readonly start: () => () => void;
}

/**
 * The interval if the server's events do not arrive, or after a failure.
 *
 * Used only if the connection was lost, or a proxy holds events back.
 */
const EVERY_MS = 3_000;
const LATE_MS = 2_000;
/** Interval for changes without events: the shop's new name, or a lost event. */
const UNTOLD_MS = 15_000;
/** A later answer is not shown as recent. */
const WITHIN_MS = 4_000;
/** Older data is no longer reliable. */
export const FRESH_MS = Math.max(EVERY_MS, LIMITS.displayBeatMs) + WITHIN_MS + 1_000;

export function createLook({ call, now, sleep }: LookDeps): Look {
  const { subscribe, state, show } = createShown<DisplayLook>({ view: null, turn: -1, at: 0, isSilent: false });
  let asked = { saleId: null as string | null, turn: 0 };
  /** The number of required and of sent queries. */
  let wanted = 1;
  let sent = 0;
  let isAsking = false;
  let askedAt = 0;
  let heardAt = Number.NEGATIVE_INFINITY;
  let wake = () => {};

  async function ask(): Promise<void> {
    const { saleId, turn } = asked;
    sent = wanted;
    askedAt = now();
    isAsking = true;
    try {
      const signal = AbortSignal.timeout(WITHIN_MS);
      const view = await call('display', { signal, ...(saleId !== null && { query: { sale: saleId } }) });
      show({ view, turn, at: now(), isSilent: false });
    } catch {
      // For any failure, nothing is reliable until the next answer.
      show({ ...state(), isSilent: true });
    } finally {
      isAsking = false;
    }
  }

  function want(): void {
    wanted += 1;
    wake();
  }

  /** True if a query is needed without a reported change. */
  function isUnheard(): boolean {
    return state().isSilent || now() - heardAt >= LIMITS.displayBeatMs + LATE_MS || now() - askedAt >= UNTOLD_MS;
  }

  return {
    subscribe,
    state,
    about(saleId) {
      asked = { saleId, turn: asked.turn + 1 };
      want();
      return asked.turn;
    },
    changed: want,
    stands() {
      heardAt = now();
      const { isSilent } = state();
      // A query in progress will return the latest state.
      if (!isAsking && sent === wanted && !isSilent) show({ ...state(), at: now() });
    },
    start() {
      const stopping = new AbortController();
      const run = async () => {
        while (!stopping.signal.aborted) {
          if (sent !== wanted || isUnheard()) await ask();
          const woken = new Promise<void>((resolve) => {
            wake = resolve;
          });
          if (sent === wanted) await Promise.race([sleep(EVERY_MS), woken]);
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
