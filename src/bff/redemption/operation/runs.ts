import { describeError, type Logger } from '../../platform/base/logging.ts';
import { rest } from '../../platform/base/loop.ts';
import type { Clock } from '../../platform/base/ports.ts';
import { Stale } from './stale.ts';

/**
 * Something that goes on step by step, whoever waits for it.
 *
 * `R` is how it stands in the journal.
 */
export interface Run<R> {
  readonly kind: string;
  readonly id: string;
  /** Which of the runs that the operation had; starting one twice is starting it once. */
  readonly number: number;
  /** As the journal has it now; null when it is not there. */
  read(): Promise<R | null>;
  /**
   * Makes one step on from there.
   *
   * After an error the run goes on from the journal. So a step that did something outside has to
   * remember, before it does it, what it will have to write.
   * @returns how it then stands, or null when this run is over
   */
  step(record: R): Promise<R | null>;
}

/** What this process is at in the background. */
export interface Runs {
  start<R>(run: Run<R>, record: R): void;
  /** Aborted when the server is stopping: a run then takes no new step outside. */
  readonly stopping: AbortSignal;
  /** Resolves when no run is under way any more. */
  close(): Promise<void>;
}

/** Pause before the journal is tried again after it could not be read or written. */
const JOURNAL_RETRY_MS = 1_000;

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
   * Reads how it stands after a step failed.
   * @returns null when the server stops before the journal can be read
   */
  async function again<R>({ kind, id, read }: Run<R>, error: unknown): Promise<R | null> {
    for (let failure = error; ; ) {
      if (!(failure instanceof Stale)) {
        log.error(
          { operationId: id, kind, ...describeError(failure) },
          'a step could not be written; it is tried again',
        );
        if (stopping.signal.aborted) return null;
        await rest(clock, JOURNAL_RETRY_MS, stopping.signal);
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
