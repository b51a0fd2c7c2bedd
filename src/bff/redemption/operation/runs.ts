import { describeError, type Logger } from '../../platform/base/logging.ts';
import { interruptibleSleep } from '../../platform/base/loop.ts';
import type { Clock } from '../../platform/base/ports.ts';
import { RUNS_JOURNAL_RETRY_MS } from './limits.ts';
import { Stale } from './stale.ts';

/**
 * Work that proceeds step by step, even if no caller waits for it. `R` is its record in the
 * journal.
 */
export interface Run<R> {
  readonly kind: string;
  readonly id: string;
  /** The number of this run of the operation; starting the same one twice has no effect. */
  readonly number: number;
  /** The current record; null if it does not exist. */
  read(): Promise<R | null>;
  /**
   * Makes one step. After an error, the run continues from the journal. Before an external effect,
   * a step therefore has to store what is needed to continue.
   * @returns the new record, or null once this run is over
   */
  step(record: R): Promise<R | null>;
}

export interface Runs {
  start<R>(run: Run<R>, record: R): void;
  /** Aborted when the server stops: no step with an external effect begins after that. */
  readonly stopping: AbortSignal;
  /** Resolves once no run is active. */
  close(): Promise<void>;
}

export function createRuns({ clock, log }: { clock: Clock; log: Logger }): Runs {
  const running = new Map<string, Promise<void>>();
  const stopping = new AbortController();

  async function drive<R>(run: Run<R>, first: R): Promise<void> {
    let record: R | null = first;
    while (record !== null) {
      try {
        record = await run.step(record);
      } catch (error) {
        record = await again(run, error);
      }
    }
  }

  /**
   * Reads the record after a step failed.
   * @returns null if the server stops before the journal can be read
   */
  async function again<R>({ kind, id, read }: Run<R>, error: unknown): Promise<R | null> {
    for (let failure = error; ; ) {
      if (!(failure instanceof Stale)) {
        log.error({ operationId: id, kind, ...describeError(failure) }, 'failed to record a step; retrying');
        if (stopping.signal.aborted) return null;
        await interruptibleSleep(clock, RUNS_JOURNAL_RETRY_MS, stopping.signal);
      }
      try {
        return await read();
      } catch (next) {
        failure = next;
      }
    }
  }

  return {
    stopping: stopping.signal,
    start(run, record) {
      const name = `${run.id} ${run.number}`;
      if (running.has(name) || stopping.signal.aborted) return;
      running.set(
        name,
        drive(run, record).finally(() => running.delete(name)),
      );
    },
    async close() {
      stopping.abort(new Error('the server is stopping'));
      await Promise.all(running.values());
    },
  };
}
