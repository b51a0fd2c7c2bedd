import { failureOf, isProblem, isRefusal, isUnknownThere } from '../api/failure.ts';
import type { PageDeps } from '../api/page.ts';
import { createFollower } from './follow.ts';
import { markInProgress } from './in-progress.ts';
import type { OperationOutbox } from './outbox.ts';
import type { PendingOperation, Phase } from './pending-operation.ts';

/**
 * One kind of pending operation: where it is stored, how it is sent and queried, and how long it
 * may take.
 */
export interface PendingOperationKind<W extends PendingOperation, View> extends Pick<PageDeps, 'now' | 'sleep'> {
  readonly outbox: OperationOutbox<W>;
  /** Sends an operation. `secret`: data that must not be stored, such as a PIN. */
  readonly put: (operation: W, secret: string | null) => Promise<View>;
  readonly query: (operation: W) => Promise<View>;
  /** False while the operation must not be queried, for example while the till is locked. */
  readonly mayQuery: (operation: W) => boolean;
  /**
   * Delay of the first progress query, for a PUT that answers only at the end. Without it, only the
   * PUT's answer is awaited.
   */
  readonly queryAfterMs?: number;
  /**
   * An operation of this age that the server does not know is missing, because its PUT has ended.
   */
  readonly missingAfterMs: number;
}

export interface CourierDeps<W extends PendingOperation, View> extends PendingOperationKind<W, View> {
  /** True while there is something to query; false once the operation was removed. */
  readonly isOpen: (operation: W) => boolean;
  /** Receives each report about an operation, even if the operation was removed. */
  readonly report: (operation: W, phase: Phase<View>) => void;
}

/**
 * Sends the operations of a page.
 *
 * Each is saved before it is sent, sent once, and queried until it is final.
 */
export interface Courier<W extends PendingOperation> {
  /** Saves the operation, then sends it. It is never sent again automatically. */
  readonly send: (operation: W, secret?: string | null) => Promise<void>;
  /** Queries an operation until it is final. Never sends it. */
  readonly follow: (operation: W) => void;
  /** Queries once, now. While the PUT is in progress, its own answer is awaited instead. */
  readonly refresh: (operation: W) => void;
}

/**
 * Creates the courier of one kind of operation.
 *
 * Refused operations are removed immediately. Recorded operations stay until the store reports that
 * they are final.
 */
export function createCourier<W extends PendingOperation, View>(deps: CourierDeps<W, View>): Courier<W> {
  const { outbox, report, mayQuery, queryAfterMs = 0 } = deps;
  const sending = new Set<string>();
  const sent = new Set<string>();
  const beganAt = deps.now();
  const follow = createFollower<W>({ ...deps, query, firstMs: queryAfterMs });

  async function send(operation: W, secret: string | null = null): Promise<void> {
    const isOver = markInProgress();
    sending.add(operation.id);
    /* An operation that was saved before this page began was sent by an earlier page. */
    const isAgain = sent.has(operation.id) || operation.savedAt < beganAt;
    sent.add(operation.id);
    report(operation, { at: 'sending' });
    const phase = await outbox.save(operation).then(() => sendSaved(operation, secret, isAgain), notSaved);
    sending.delete(operation.id);
    report(operation, phase);
    follow(operation);
    isOver();
  }

  async function sendSaved(operation: W, secret: string | null, isAgain: boolean): Promise<Phase<View>> {
    if (queryAfterMs > 0) follow(operation);
    try {
      return heard(operation, await deps.put(operation, secret));
    } catch (error) {
      const failure = failureOf(error);
      /* If the shop is closed now, that proves nothing about the first sending. */
      if (!isRefusal(failure) || (isAgain && isProblem(error, 'journal-gap'))) return { at: 'silent' };
      void outbox.remove(operation.id);
      return { at: 'refused', failure };
    }
  }

  function heard({ id }: W, view: View): Phase<View> {
    void outbox.markReceived(id);
    return { at: 'answered', view };
  }

  async function query(operation: W): Promise<void> {
    try {
      report(operation, heard(operation, await deps.query(operation)));
    } catch (error) {
      const isMissing = isUnknownThere(failureOf(error));
      const isOld = deps.now() - operation.savedAt >= deps.missingAfterMs;
      if (!sending.has(operation.id) && (isOld || !isMissing))
        report(operation, { at: isMissing ? 'missing' : 'silent' });
    }
  }

  function refresh(operation: W): void {
    if (!sending.has(operation.id) && mayQuery(operation)) void query(operation);
  }

  return { send, follow, refresh };
}

/**
 * Full disk, private window, or storage blocked: an operation that cannot be stored is not sent.
 *
 * The screen reports it.
 */
function notSaved(): Phase<never> {
  return { at: 'refused', failure: { kind: 'not-saved' } };
}
