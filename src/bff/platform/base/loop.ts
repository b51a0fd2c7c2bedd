import { setMaxListeners } from 'node:events';
import { describeError, type Logger } from './logging.ts';
import type { Clock } from './ports.ts';

/** Repeats one piece of work in the background for as long as the server runs. */
export interface Loop {
  /** Begins; beginning twice is beginning once. */
  start(): void;
  /**
   * Ends the pause, so that the work comes at once; called during the work, it comes once more
   * after it.
   */
  wake(): void;
  /** Resolves when no work is under way any more. */
  stop(): Promise<void>;
  /** Aborted by `stop`, for whatever else has to end with the loop. */
  readonly signal: AbortSignal;
}

export interface LoopOptions {
  readonly clock: Pick<Clock, 'sleep'>;
  readonly log: Logger;
  /** The pause before the first work; without one it comes at once. */
  readonly firstMs?: number;
  /** The pause after work that failed, or that named none. */
  readonly everyMs: number;
  /** @returns the pause after it, milliseconds; nothing for the usual one */
  work(): Promise<number | undefined | void>;
  /** What the log says when the work fails while the server runs. */
  readonly sorry: string;
}

const STOPPING = 'the server is stopping';

/** Makes a loop that works, pauses, and goes on after an error. */
export function createLoop({ clock, log, firstMs, everyMs, work, sorry }: LoopOptions): Loop {
  const stopping = new AbortController();
  const { signal } = stopping;
  /* However many wait for the end at a time, none of them is a leak that Node should warn of. */
  setMaxListeners(0, signal);
  let woken = new AbortController();
  let running: Promise<void> | null = null;

  async function pause(ms: number): Promise<void> {
    await rest(clock, ms, woken.signal);
    if (woken.signal.aborted) woken = new AbortController();
  }

  async function goOn(): Promise<void> {
    if (firstMs !== undefined) await pause(firstMs);
    while (!signal.aborted) {
      let pauseMs = everyMs;
      try {
        pauseMs = (await work()) ?? everyMs;
      } catch (error) {
        if (signal.aborted) return;
        log.error(describeError(error), sorry);
      }
      await pause(pauseMs);
    }
  }

  const wake = () => woken.abort(WOKEN);
  return {
    start() {
      running ??= goOn();
    },
    wake,
    async stop() {
      stopping.abort(new Error(STOPPING));
      wake();
      await running;
    },
    signal,
  };
}

/** Given as the reason, so that no error with a stack is made for every call. */
const WOKEN = new Error('called');

/** Waits. @returns false when the signal ended it sooner */
export function rest(clock: Pick<Clock, 'sleep'>, ms: number, signal?: AbortSignal): Promise<boolean> {
  return clock.sleep(ms, signal).then(
    () => true,
    /* Nothing else makes a sleep fail. */
    () => false,
  );
}
