import type { Ports } from '../../platform/audit/ports.ts';
import { describeError, type Logger } from '../../platform/base/logging.ts';
import { type ChangedKind, OPERATION_KINDS, type OperationKind } from '../../platform/store/schema.ts';
import type { Servers } from '../../platform/store/servers.ts';
import { changeTextOf, notifyStatement } from './statements.ts';

const PUBLISHED_KINDS: readonly ChangedKind[] = [...OPERATION_KINDS, 'approval', 'printing', 'display', 'report'];

export interface DurableChange {
  readonly kind: ChangedKind;
  readonly id: string;
  /** True while the operation is unfinished; absent if only a read could tell. */
  readonly open?: boolean;
  /** The number of the operation's facts on the disk, if the change was made on this server. */
  readonly version?: number;
}

/** Publishes changes of all servers to their subscribers on this server. */
export interface Changes {
  notify(change: DurableChange): void;
  /** Returns a function that removes the listener. */
  on(listener: (change: DurableChange) => void): () => void;
}

/** @param servers passes on changes from other servers of the same database */
export function createChanges({ servers, log }: { servers: Servers; log: Logger }): Changes {
  const listeners = new Set<(change: DurableChange) => void>();

  /** Notifies all listeners. A listener that fails does not affect the others. */
  function notifyListeners(change: DurableChange): void {
    for (const listener of listeners) {
      try {
        listener(change);
      } catch (error) {
        log.error(describeError(error), 'failed to publish a change');
      }
    }
  }

  servers.onForeignChange(({ kind: name, id }) => {
    const kind = PUBLISHED_KINDS.find((each) => each === name);
    if (kind) notifyListeners({ kind, id });
  });
  return {
    notify: notifyListeners,
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export interface PublishChangeDeps extends Pick<Ports, 'db' | 'servers'> {
  readonly changes: Pick<Changes, 'notify'>;
}

/**
 * Publishes a change that is not about an operation. Changes of operations are published with their
 * write.
 */
export async function publishChange(
  { db, servers, changes }: PublishChangeDeps,
  kind: ChangedKind,
  id: string,
): Promise<void> {
  changes.notify({ kind, id });
  if (servers.shared)
    await db.selectNoFrom(notifyStatement(changeTextOf(servers.id, kind, id)).as('notified')).execute();
}

/** Changes of one kind made on this server, with the resulting records. */
export interface ChangesMade<R> {
  notify(record: R): R;
  recordAfter(change: DurableChange): R | undefined;
}

/** @param isOpen true while an operation of the kind is unfinished */
export function createChangesMade<R extends { readonly id: string; readonly facts: readonly unknown[] }>(
  changes: Pick<Changes, 'notify'>,
  kind: OperationKind,
  isOpen: (record: R) => boolean,
): ChangesMade<R> {
  const records = new WeakMap<DurableChange, R>();
  return {
    notify(record) {
      const change = { kind, id: record.id, open: isOpen(record), version: record.facts.length };
      records.set(change, record);
      changes.notify(change);
      return record;
    },
    recordAfter: (change) => records.get(change),
  };
}
