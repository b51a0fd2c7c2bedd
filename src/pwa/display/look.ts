import type { DisplayView } from '../../contract/display.ts';
import type { Call } from '../api/client.ts';
import { createShown } from '../wishes/shown.ts';

/** What the server said last, and about what it was asked. */
export interface Looked {
  readonly view: DisplayView | null;
  /** The question that it answers, see {@link Look.about}. */
  readonly turn: number;
  /** When it answered, milliseconds since the epoch. */
  readonly at: number;
  /** The question after it was not answered. */
  readonly isSilent: boolean;
}

interface LookDeps {
  readonly call: Call;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/** Asks the server again and again how things stand. */
export interface Look {
  readonly subscribe: (listener: () => void) => () => void;
  readonly state: () => Looked;
  /** From now on it is about this sale, which is as it was not before. @returns the number of the question */
  readonly about: (saleId: string | null) => number;
  /** Asks until the answer is called. */
  readonly start: () => () => void;
}

const EVERY_MS = 1_000;
/** An answer that has not come after this will not be shown as if it were new. */
const WITHIN_MS = 4_000;
/** What was heard longer ago is not certain any more. */
export const FRESH_MS = EVERY_MS + WITHIN_MS + 1_000;

export function createLook({ call, now, sleep }: LookDeps): Look {
  const { subscribe, state, show } = createShown<Looked>({ view: null, turn: -1, at: 0, isSilent: false });
  let asked = { saleId: null as string | null, turn: 0 };
  let wake = () => {};

  async function ask(): Promise<void> {
    const { saleId, turn } = asked;
    try {
      const signal = AbortSignal.timeout(WITHIN_MS);
      const view = await call('display', { signal, ...(saleId !== null && { query: { sale: saleId } }) });
      show({ view, turn, at: now(), isSilent: false });
    } catch {
      // Whatever the reason: nothing is certain until it is answered again.
      show({ ...state(), isSilent: true });
    }
  }

  return {
    subscribe,
    state,
    about(saleId) {
      asked = { saleId, turn: asked.turn + 1 };
      wake();
      return asked.turn;
    },
    start() {
      const stopping = new AbortController();
      const run = async () => {
        while (!stopping.signal.aborted) {
          const { turn } = asked;
          await ask();
          const woken = new Promise<void>((resolve) => {
            wake = resolve;
          });
          if (turn === asked.turn) await Promise.race([sleep(EVERY_MS), woken]);
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
