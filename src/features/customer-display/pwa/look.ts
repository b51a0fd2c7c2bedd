import { LIMITS } from '../../../contract/access/limits.ts';
import type { Call } from '../../../pwa/api/client.ts';
import { createShown } from '../../../pwa/wishes/shown.ts';
import type { DisplayView } from '../contract/display.ts';

/** What the server said last, and about what it was asked. */
export interface DisplayLook {
  readonly view: DisplayView | null;
  /** The question that it answers, see {@link Look.about}. */
  readonly turn: number;
  /** When it answered, or last said that this still stands; milliseconds since the epoch. */
  readonly at: number;
  /** The question after it was not answered. */
  readonly isSilent: boolean;
}

interface LookDeps {
  readonly call: Call;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/** Asks the server how things stand: when it tells of a change, and by itself in silence. */
export interface Look {
  readonly subscribe: (listener: () => void) => () => void;
  readonly state: () => DisplayLook;
  /**
   * From now on it is about this sale, which is as it was not before.
   * @returns the number of the question
   */
  readonly about: (saleId: string | null) => number;
  /** Something changed: asks at once. */
  readonly changed: () => void;
  /** The server says that nothing did since it was asked. */
  readonly stands: () => void;
  /** Asks until the answer is called. */
  readonly start: () => () => void;
}

/**
 * The fallback where the server's events do not come, or after an answer that failed.
 *
 * The connection was cut, or a proxy holds them back: only then is it asked so often.
 */
const EVERY_MS = 3_000;
/** Events that come are late by no more than this. */
const LATE_MS = 2_000;
/** Asks this often for what nobody tells: the shop's new name, a change whose news was lost. */
const UNTOLD_MS = 15_000;
/** An answer that has not come after this will not be shown as if it were new. */
const WITHIN_MS = 4_000;
/** What was heard longer ago is not certain any more. */
export const FRESH_MS = Math.max(EVERY_MS, LIMITS.displayBeatMs) + WITHIN_MS + 1_000;

export function createLook({ call, now, sleep }: LookDeps): Look {
  const { subscribe, state, show } = createShown<DisplayLook>({ view: null, turn: -1, at: 0, isSilent: false });
  let asked = { saleId: null as string | null, turn: 0 };
  /** Questions that there were reasons for, and those that were sent. */
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
      // Whatever the reason: nothing is certain until it is answered again.
      show({ ...state(), isSilent: true });
    } finally {
      isAsking = false;
    }
  }

  function want(): void {
    wanted += 1;
    wake();
  }

  /** Whether it has to be asked without anybody having said that something changed. */
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
      // What is being asked about may have changed: its answer says how it stands.
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
