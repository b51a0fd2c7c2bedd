import type { Ports } from '../../platform/audit/ports.ts';
import { describeError, type Logger } from '../../platform/base/logging.ts';
import { within } from '../../platform/base/within.ts';
import type { OperationKind } from '../../platform/store/schema.ts';
import type { Changes, DurableChange } from './changes.ts';
import type { Recorded } from './journal-port.ts';

export interface AttemptsDeps<R extends Recorded> {
  readonly kind: OperationKind;
  readonly isOpen: (state: R['standing']['state']) => boolean;
  /** Settles what is left open. */
  readonly settler: { watch(kind: OperationKind, id: string): void };
  readonly log: Logger;
}

/**
 * Keeps requests to the issuer going to their end, whoever waits for them.
 *
 * What is left open goes to settling.
 */
export interface Attempts<R> {
  start(id: string, attempt: Promise<R>): void;
  /** Resolves when no attempt is under way any more. */
  drain(): Promise<void>;
}

export function createAttempts<R extends Recorded>({ kind, isOpen, settler, log }: AttemptsDeps<R>): Attempts<R> {
  const running = new Set<Promise<void>>();

  async function run(id: string, attempt: Promise<R>): Promise<void> {
    try {
      const ended = await attempt;
      if (isOpen(ended.standing.state)) settler.watch(kind, id);
    } catch (error) {
      log.error(
        { operationId: id, kind, ...describeError(error) },
        'the outcome of a request to the issuer could not be written',
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

/** Something in the journal that is waited for until it is no longer open. */
export interface Settling<R> {
  readonly id: string;
  readonly isOpen: (record: R) => boolean;
  /** As the journal has it now; null when it is not there. */
  readonly read: () => Promise<R | null>;
  /** How it stands after a change that was made here; else it is read. */
  readonly told: (change: DurableChange) => R | undefined;
  /** Monotonic time up to which it is waited for. */
  readonly deadline: number;
}

interface WaitDeps extends Pick<Ports, 'clock' | 'log'> {
  readonly changes: Changes;
}

/**
 * Waits for an outcome.
 *
 * Changes are listened to before `first`, so that none is missed in between.
 * @returns what `first` gives where that is no longer open; else how it stands as soon as it no
 * longer is, or at the deadline
 */
export async function settledBy<R>(deps: WaitDeps, settling: Settling<R>, first: () => Promise<R> | R): Promise<R> {
  const { clock } = deps;
  const changes = waitFor(deps, settling);
  try {
    const record = await first();
    if (!settling.isOpen(record)) return record;
    const inTime = await within(clock, Math.max(0, settling.deadline - clock.monotonic()), changes.settled);
    return inTime ?? (await lastRead(deps, settling)) ?? record;
  } finally {
    changes.stop();
  }
}

/**
 * How it stands at the deadline; null where the journal cannot say.
 *
 * What was begun is known all the same, and is no refusal.
 */
async function lastRead<R>({ log }: WaitDeps, { read }: Settling<R>): Promise<R | null> {
  try {
    return await read();
  } catch (error) {
    log.warn(describeError(error), 'what was waited for could not be read');
    return null;
  }
}

/** Listens for the moment at which it is no longer open. */
function waitFor<R>(
  { changes, log }: WaitDeps,
  { id, isOpen, read, told }: Settling<R>,
): { settled: Promise<R>; stop: () => void } {
  let stop = () => {};
  const settled = new Promise<R>((resolve) => {
    const take = (record: R | null) => record !== null && !isOpen(record) && resolve(record);
    stop = changes.on((change) => {
      if (change.id !== id || change.open === true) return;
      const record = told(change);
      if (record !== undefined) take(record);
      /* Another server wrote it. Where it cannot be read now, the deadline reads it. */ else
        read().then(take, (error: unknown) => log.warn(describeError(error), 'a change could not be read'));
    });
  });
  return { settled, stop };
}
