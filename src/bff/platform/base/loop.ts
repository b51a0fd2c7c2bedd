import { setMaxListeners } from 'node:events';
import { describeError, type Logger } from './logging.ts';
import type { Clock } from './ports.ts';

/** Repeats a piece of work in the background while the server runs. */
export interface Loop {
  /** Starts the loop; repeated calls have no effect. */
  start(): void;
  /**
   * Ends the pause, so that the work runs at once; if it is running, it runs once more afterwards.
   */
  wake(): void;
  /** Resolves once no work is running. */
  stop(): Promise<void>;
  /** Aborted by `stop`, for anything else that has to end with the loop. */
  readonly signal: AbortSignal;
}

export interface LoopOptions {
  readonly clock: Pick<Clock, 'sleep'>;
  readonly log: Logger;
  /** The pause before the first run; none by default. */
  readonly firstMs?: number;
  /** The pause after work that failed or did not return a pause. */
  readonly everyMs: number;
  /**
   * Does the work once.
   * @returns the pause before the next run, milliseconds; undefined for the usual pause
   */
  work(): Promise<number | undefined | void>;
  /** Log message if the work fails while the server runs. */
  readonly failureMessage: string;
}

const STOPPING = 'the server is stopping';

/** Creates a loop that works, pauses, and continues after an error. */
export function createLoop({ clock, log, firstMs, everyMs, work, failureMessage }: LoopOptions): Loop {
  const stopping = new AbortController();
  const { signal } = stopping;
  /* Many simultaneous waits are not a leak that Node should warn about. */
  setMaxListeners(0, signal);
  let woken = new AbortController();
  let running: Promise<void> | null = null;

  async function pause(ms: number): Promise<void> {
    await interruptibleSleep(clock, ms, woken.signal);
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
        log.error(describeError(error), failureMessage);
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

/** Used as the reason, so that no error with a stack is created for every call. */
const WOKEN = new Error('called');

/** Sleeps. @returns false if the signal ended it early */
export function interruptibleSleep(clock: Pick<Clock, 'sleep'>, ms: number, signal?: AbortSignal): Promise<boolean> {
  return clock.sleep(ms, signal).then(
    () => true,
    /* A sleep fails only if it is aborted. */
    () => false,
  );
}
