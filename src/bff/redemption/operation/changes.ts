import type { Ports } from '../../platform/audit/ports.ts';
import { describeError, type Logger } from '../../platform/base/logging.ts';
import { type ChangedKind, OPERATION_KINDS, type OperationKind } from '../../platform/store/schema.ts';
import type { Servers } from '../../platform/store/servers.ts';
import { changeTextOf, telling } from './statements.ts';

const TOLD_KINDS: readonly ChangedKind[] = [...OPERATION_KINDS, 'approval', 'printing', 'display'];

/** Something that is durably not what it was. */
export interface DurableChange {
  readonly kind: ChangedKind;
  readonly id: string;
  /** Whether it is still under way, where that is known without reading it. */
  readonly open?: boolean;
  /** How many facts of it are on the disk now, where it was made here. */
  readonly version?: number;
}

/** Where everything that waits for a change hears of it, whichever server made it. */
export interface Changes {
  tell(change: DurableChange): void;
  /** The answer stops it. */
  on(listener: (change: DurableChange) => void): () => void;
}

/** @param servers the other servers of the same database are heard through it */
export function createChanges({ servers, log }: { servers: Servers; log: Logger }): Changes {
  const listeners = new Set<(change: DurableChange) => void>();

  /** Tells all. A listener that fails undoes nothing and keeps the others from nothing. */
  function tell(change: DurableChange): void {
    for (const listener of listeners) {
      try {
        listener(change);
      } catch (error) {
        log.error(describeError(error), 'a change could not be passed on');
      }
    }
  }

  servers.onForeignChange(({ kind: name, id }) => {
    const kind = TOLD_KINDS.find((known) => known === name);
    if (kind) tell({ kind, id });
  });
  return {
    tell,
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export interface TellAllDeps extends Pick<Ports, 'db' | 'servers'> {
  readonly changes: Pick<Changes, 'tell'>;
}

/**
 * Tells this server and the others of a change that is no operation.
 *
 * Operations tell with what they write.
 */
export async function tellAll({ db, servers, changes }: TellAllDeps, kind: ChangedKind, id: string): Promise<void> {
  changes.tell({ kind, id });
  if (servers.shared) await db.selectNoFrom(telling(changeTextOf(servers.id, kind, id)).as('told')).execute();
}

/** The changes of one kind that are made here, each with what it made. */
export interface ChangesMade<R> {
  /** Tells of what is written, and gives it back. */
  tell(record: R): R;
  /** What a change made that was told here. */
  told(change: DurableChange): R | undefined;
}

/** @param isOpen whether an operation of the kind is still under way */
export function createNews<R extends { readonly id: string; readonly facts: readonly unknown[] }>(
  changes: Pick<Changes, 'tell'>,
  kind: OperationKind,
  isOpen: (record: R) => boolean,
): ChangesMade<R> {
  const records = new WeakMap<DurableChange, R>();
  return {
    tell(record) {
      const change = { kind, id: record.id, open: isOpen(record), version: record.facts.length };
      records.set(change, record);
      changes.tell(change);
      return record;
    },
    told: (change) => records.get(change),
  };
}
