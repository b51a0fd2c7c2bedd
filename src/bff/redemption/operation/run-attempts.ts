import type { Ports } from '../../platform/audit/ports.ts';
import { describeError, type Logger } from '../../platform/base/logging.ts';
import { waitAtMost } from '../../platform/base/wait-at-most.ts';
import type { OperationKind } from '../../platform/store/schema.ts';
import type { Changes, DurableChange } from './changes.ts';
import type { Recorded } from './journal-port.ts';

export interface AttemptsDeps<R extends Recorded> {
  readonly kind: OperationKind;
  readonly isOpen: (state: R['status']['state']) => boolean;
  readonly settler: { watch(kind: OperationKind, id: string): void };
  readonly log: Logger;
}

/**
 * Runs requests to the issuer to their end, even if no caller waits for them. Operations that are
 * left open are passed to settling.
 */
export interface Attempts<R> {
  start(id: string, attempt: Promise<R>): void;
  /** Resolves once no attempt is running. */
  drain(): Promise<void>;
}

export function createAttempts<R extends Recorded>({ kind, isOpen, settler, log }: AttemptsDeps<R>): Attempts<R> {
  const running = new Set<Promise<void>>();

  async function run(id: string, attempt: Promise<R>): Promise<void> {
    try {
      const record = await attempt;
      if (isOpen(record.status.state)) settler.watch(kind, id);
    } catch (error) {
      log.error(
        { operationId: id, kind, ...describeError(error) },
        'failed to record the outcome of a request to the issuer',
      );
      settler.watch(kind, id);
    }
  }

  return {
    start(id, attempt) {
      const work = run(id, attempt).finally(() => running.delete(work));
      running.add(work);
    },
    async drain() {
      await Promise.all(running);
    },
  };
}

/** An operation to wait for until it is no longer open. */
export interface SettlingWait<R> {
  readonly id: string;
  readonly isOpen: (record: R) => boolean;
  /** The current record; null if it does not exist. */
  readonly read: () => Promise<R | null>;
  /** The record after a change made on this server; undefined if it has to be read. */
  readonly recordAfter: (change: DurableChange) => R | undefined;
  /** When waiting ends, monotonic. */
  readonly deadline: number;
}

interface WaitDeps extends Pick<Ports, 'clock' | 'log'> {
  readonly changes: Changes;
}

/**
 * Waits for an outcome. It subscribes to changes before it runs `first`, so that it misses no
 * change.
 * @returns the result of `first` if that is no longer open; else the record once it is closed, or
 * as of the deadline
 */
export async function waitUntilSettled<R>(
  deps: WaitDeps,
  settling: SettlingWait<R>,
  first: () => Promise<R> | R,
): Promise<R> {
  const { clock } = deps;
  const changes = waitFor(deps, settling);
  try {
    const record = await first();
    if (!settling.isOpen(record)) return record;
    const inTime = await waitAtMost(clock, Math.max(0, settling.deadline - clock.monotonic()), changes.settled);
    return inTime ?? (await lastRead(deps, settling)) ?? record;
  } finally {
    changes.stop();
  }
}

/**
 * Returns the record at the deadline; null if the journal cannot be read. Null is no refusal,
 * because the operation was begun.
 */
async function lastRead<R>({ log }: WaitDeps, { read }: SettlingWait<R>): Promise<R | null> {
  try {
    return await read();
  } catch (error) {
    log.warn(describeError(error), 'failed to read the awaited operation');
    return null;
  }
}

function waitFor<R>(
  { changes, log }: WaitDeps,
  { id, isOpen, read, recordAfter }: SettlingWait<R>,
): { settled: Promise<R>; stop: () => void } {
  let stop = () => {};
  const settled = new Promise<R>((resolve) => {
    const resolveIfClosed = (record: R | null): void => {
      if (record !== null && !isOpen(record)) resolve(record);
    };
    stop = changes.on((change) => {
      if (change.id !== id || change.open === true) return;
      const record = recordAfter(change);
      if (record !== undefined) return resolveIfClosed(record);
      /* Another server wrote the change. If reading it fails now, the record is read at the
         deadline. */
      read().then(resolveIfClosed, (error: unknown) =>
        log.warn(describeError(error), 'failed to read a changed operation'),
      );
    });
  });
  return { settled, stop };
}
