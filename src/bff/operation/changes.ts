import { describeError, type Logger } from '../base/logging.ts';
import type { TenderRecord } from '../journal/tender-store.ts';
import type { OperationKind } from '../store/schema.ts';
import type { Servers } from '../store/servers.ts';

/** Something that is durably not what it was. */
export interface Change {
  readonly kind: OperationKind;
  readonly id: string;
  /** The tender as it now stands, where the change was made here; else it has to be read. */
  readonly tender?: TenderRecord;
  /** Whether it is still under way, where that is known without reading it. */
  readonly open?: boolean;
}

/** Where everything that waits for a change hears of it, whichever server made it. */
export interface Changes {
  tell(change: Change): void;
  /** The answer stops it. */
  on(listener: (change: Change) => void): () => void;
}

const KINDS: readonly string[] = ['tender', 'refund', 'activation', 'issue', 'orphan'] satisfies OperationKind[];

/** @param servers the other servers of the same database are heard through it */
export function createChanges({ servers, log }: { servers: Servers; log: Logger }): Changes {
  const listeners = new Set<(change: Change) => void>();

  /** A listener that fails must not undo what was written, nor keep the others from hearing of it. */
  function tell(change: Change): void {
    for (const listener of listeners) {
      try {
        listener(change);
      } catch (error) {
        log.error(describeError(error), 'a change could not be passed on');
      }
    }
  }

  servers.onForeignChange(({ kind, id }) => {
    if (KINDS.includes(kind)) tell({ kind: kind as OperationKind, id });
  });
  return {
    tell,
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
