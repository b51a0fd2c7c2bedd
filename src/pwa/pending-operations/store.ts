import { createCourier, type PendingOperationKind } from './courier.ts';
import { type Delivery, isUnconfirmed, nextPhase, type PendingOperation, type Phase } from './pending-operation.ts';

export interface OperationStoreDeps<W extends PendingOperation, View> extends PendingOperationKind<W, View> {
  /**
   * True while the operation's state on the server is not final, so that it stays stored and is
   * queried.
   */
  readonly isOpen: (view: View, operation: W) => boolean;
  /** Finds the operation displayed in the same place: this one, or another. */
  readonly find: (operation: W) => Delivery<W, View> | undefined;
  readonly show: (delivery: Delivery<W, View>) => void;
  readonly drop: (operation: W) => void;
}

/** The operations of one kind on this page, until they are final. */
export interface OperationStore<W extends PendingOperation, View> {
  /**
   * Follows up operations of an earlier page without sending them. Further calls have no effect.
   */
  readonly start: () => Promise<void>;
  readonly send: (operation: W, secret?: string | null) => void;
  /** Sends an operation again with its own id, because it never arrived or was refused. */
  readonly sendAgain: (delivery: Delivery<W, View> | null | undefined, secret?: string | null) => void;
  /** Removes an operation that is final, or that did not arrive. */
  readonly forget: (delivery: Delivery<W, View> | null | undefined) => void;
}

/** Creates the store of one kind of operation. It continues behind the lock screen. */
export function createOperationStore<W extends PendingOperation, View>(
  deps: OperationStoreDeps<W, View>,
): OperationStore<W, View> {
  const { outbox, find, show, drop } = deps;
  const courier = createCourier<W, View>({ ...deps, isOpen: (operation) => isPending(deliveryOf(operation)), report });
  let started: Promise<void> | undefined;

  function deliveryOf(operation: W): Delivery<W, View> | undefined {
    const found = find(operation);
    return found?.operation.id === operation.id ? found : undefined;
  }

  function isPending(delivery: Delivery<W, View> | undefined): boolean {
    if (delivery === undefined) return false;
    const { operation, phase } = delivery;
    return phase.at === 'answered' ? deps.isOpen(phase.view, operation) : isUnconfirmed(phase);
  }

  /** Reports about removed operations are ignored. */
  function report(operation: W, phase: Phase<View>): void {
    const before = deliveryOf(operation)?.phase;
    if (phase.at === 'sending') return show({ operation, phase: phase });
    if (before === undefined) return;
    const delivery = { operation, phase: nextPhase(before, phase) };
    if (delivery.phase === before) return;
    if (delivery.phase.at === 'answered' && !isPending(delivery)) void outbox.remove(operation.id);
    show(delivery);
  }

  async function pickUp(): Promise<void> {
    let operations: W[];
    try {
      operations = await outbox.operations();
    } catch {
      // If storage fails, nothing was stored. A new operation reports that it cannot be saved.
      return;
    }
    for (const operation of operations) {
      if (find(operation) !== undefined) continue;
      show({ operation, phase: { at: 'silent' } });
      courier.follow(operation);
    }
  }

  return {
    start: () => (started ??= pickUp()),
    send: (operation, secret) => void courier.send(operation, secret),
    sendAgain(delivery, secret) {
      if (delivery?.phase.at === 'missing' || delivery?.phase.at === 'refused')
        void courier.send({ ...delivery.operation, savedAt: deps.now() }, secret);
    },
    forget(delivery) {
      if (delivery == null || isPending(delivery)) return;
      void outbox.remove(delivery.operation.id);
      drop(delivery.operation);
    },
  };
}
