import type { Changes } from './journal/changes.ts';
import type { Clock } from './ports.ts';
import { within } from './within.ts';

export interface Rest<R> {
  readonly id: string;
  /** How it stands now. */
  readonly read: () => Promise<R>;
  readonly isOpen: (record: R) => boolean;
  /** Monotonic time up to which it is waited for. */
  readonly deadline: number;
}

/**
 * Waits until something in the journal is no longer under way, whichever server works on it.
 * @returns how it then stands, or as it stands at the deadline
 */
export async function atRest<R>(
  { changes, clock }: { changes: Changes; clock: Clock },
  { id, read, isOpen, deadline }: Rest<R>,
): Promise<R> {
  let changed = false;
  let wake = () => {};
  const stop = changes.on((change) => {
    if (change.id !== id || change.open === true) return;
    changed = true;
    wake();
  });
  try {
    for (;;) {
      changed = false;
      const record = await read();
      const leftMs = deadline - clock.monotonic();
      if (!isOpen(record) || leftMs <= 0) return record;
      const next = new Promise<void>((resolve) => {
        wake = resolve;
      });
      if (!changed) await within(clock, leftMs, next);
    }
  } finally {
    stop();
  }
}
