import { LIMITS } from '../../../contract/access/limits.ts';
import type { ProblemCode } from '../../../contract/platform/problem.ts';
import type { Logger } from '../../platform/base/logging.ts';
import type { Clock } from '../../platform/base/ports.ts';
import type { Scope } from '../../platform/base/scope.ts';
import { createTurnsById } from '../../platform/base/turns-by-id.ts';
import { type Caller, maySee } from '../../platform/http/caller.ts';
import type { Problem } from '../../platform/http/problem.ts';
import { StoreUnavailable } from '../../platform/store/store-unavailable.ts';
import type { Changes } from './changes.ts';
import { createJournalRead, type JournalRead, retryWhenStale } from './journal-first.ts';
import type { OperationJournal, Recorded, Requester, StartResult } from './journal-port.ts';
import { idUsed, neverArrived, notYours, type RequestedKind, voucherOpen } from './problems.ts';
import { waitUntilSettled } from './run-attempts.ts';

export interface IdempotentOperationsDeps<R extends Recorded & Requester, Asked extends { readonly shop: Scope }> {
  readonly kind: RequestedKind;
  readonly journal: Pick<OperationJournal<R, never, Asked>, 'recall' | 'read' | 'recordAfter'>;
  readonly isOpen: (state: R['status']['state']) => boolean;
  /** The earlier use of the id, for the response to a different request. */
  readonly usedFor: string;
  /** The code of that response, if pages have a message for the kind; else `id-used`. */
  readonly mismatch?: ProblemCode;
  /** The response for an id that was cancelled; undefined if ids of the kind cannot be. */
  readonly cancelledProblem?: () => Problem;
  /** True if the caller may see the record; defaults to {@link maySee}. */
  readonly maySee?: (caller: Caller, record: R) => boolean;
  /** Throws if an unknown id may have arrived and was lost from the journal. */
  readonly gate: { assertNeverArrived(id: string, deviceId: string): Promise<void> };
  /**
   * Records that an operation was never sent, because its first write could not be confirmed. It
   * leaves an operation unchanged that another server has begun.
   */
  readonly neverSent?: (record: R) => Promise<R>;
  /** Continues an unfinished operation if a caller waits for it. */
  readonly goOn?: (record: R) => void;
  readonly changes: Changes;
  readonly clock: Clock;
  readonly log: Logger;
}

/** A request under an id. `Ready` is the result of `prepare`, which runs before the first write. */
export interface IdempotentRequest<R, Asked, Ready, View> {
  readonly id: string;
  /** A caller who may not see the operation cannot see it by repeating the request either. */
  readonly caller: Caller;
  readonly request: Asked;
  /** When waiting ends, monotonic. */
  readonly deadline: number;
  /** Prepares the operation for an unknown id, or throws the reason why it may not begin. */
  readonly prepare: () => Promise<Ready>;
  readonly begin: (ready: Ready) => Promise<StartResult<R>>;
  /** Releases what `prepare` reserved if nothing new begins. */
  readonly release?: (ready: Ready) => void;
  /**
   * Starts a new operation, which runs on even if no caller waits. Defaults to
   * {@link IdempotentOperationsDeps.goOn}.
   */
  readonly run?: (record: R, ready: Ready) => void;
  readonly view: (record: R, isNew: boolean) => View | Promise<View>;
}

/** The view of an operation, and whether this request created it. */
export interface PutResult<View> {
  readonly view: View;
  readonly isNew: boolean;
}

/** Makes operations of one kind idempotent. */
export interface IdempotentOperations<R, Asked> {
  /**
   * Handles a PUT with an id. The same id and request again returns the current state of the
   * operation. It waits for a final state, up to the deadline.
   * @throws Problem 409 if the id or the voucher is taken, 503 if the journal is unavailable;
   * errors of the request
   */
  put<Ready, View>(request: IdempotentRequest<R, Asked, Ready, View>): Promise<PutResult<View>>;
  /** Reads an operation and waits for a final state, up to the deadline. */
  waitForFinal(shop: Scope, id: string, deadline: number): Promise<R>;
  /**
   * Reads an operation if the caller may see it.
   * @throws Problem 404 `not-found` for an id that never arrived, `not-yours` for an operation that
   * the caller may not see; 503 `journal-gap` while it is uncertain if the id arrived
   */
  findVisibleTo(caller: Caller, id: string): Promise<R>;
  /**
   * Makes sure, before an id is cancelled, that it cannot have been sent.
   * @throws Problem 503 `journal-gap` while it is uncertain
   */
  assertNotLost(caller: Caller, id: string): Promise<void>;
  /**
   * Reads, decides and writes; starts again if another caller wrote in between.
   * @throws Problem as {@link IdempotentOperations.findVisibleTo}; 503 if the journal is
   * unavailable
   */
  decide<T>(caller: Caller, id: string, act: (record: R) => Promise<T>): Promise<T>;
  /** When waiting ends for a request that arrives now, monotonic. */
  deadline(): number;
  readonly readJournal: JournalRead;
}

export function createIdempotent<R extends Recorded & Requester, Asked extends { readonly shop: Scope }>(
  deps: IdempotentOperationsDeps<R, Asked>,
): IdempotentOperations<R, Asked> {
  const { kind, journal, clock, goOn } = deps;
  const readJournal = createJournalRead(deps.log, kind);
  const startInTurn = createStartInTurn(deps, readJournal);
  const mayBeSeen = deps.maySee ?? maySee;
  const mismatch = (outcome: 'different' | 'cancelled') =>
    (outcome === 'cancelled' && deps.cancelledProblem?.()) || idUsed(deps.usedFor, deps.mismatch);

  async function read(shop: Scope, id: string): Promise<R | null> {
    const record = await journal.read(shop, id);
    if (record) goOn?.(record);
    return record;
  }

  async function findVisibleTo(caller: Caller, id: string): Promise<R> {
    /* Reading starts nothing. The settler picks up operations that this server lost track of. */
    const record = await journal.read(caller.shop, id);
    if (!record) {
      await deps.gate.assertNeverArrived(id, caller.device.id);
      throw neverArrived(kind);
    }
    if (!mayBeSeen(caller, record)) throw notYours(kind);
    return record;
  }

  /** Runs `first` and waits for a final state, up to the deadline. */
  const settled = (shop: Scope, id: string, deadline: number, first: () => Promise<R> | R): Promise<R> =>
    waitUntilSettled(
      deps,
      {
        id,
        deadline,
        isOpen: ({ status }) => deps.isOpen(status.state),
        read: () => read(shop, id),
        recordAfter: (change) => journal.recordAfter(change),
      },
      first,
    );

  return {
    readJournal,
    deadline: () => clock.monotonic() + LIMITS.tenderWaitMs,
    async put({ id, caller, request, deadline, prepare, begin, release, run, view }) {
      /* Reads the record again after subscribing to changes, because it may have been settled
         since. */
      const again = async (recorded: R) => {
        if (!mayBeSeen(caller, recorded)) throw notYours(kind);
        const record = await settled(
          recorded.shop,
          id,
          deadline,
          async () => (await read(recorded.shop, id)) ?? recorded,
        );
        return { view: await view(record, false), isNew: false };
      };
      const started = await startInTurn({ id, request, prepare, begin, ...(release && { release }) });
      if (started.outcome === 'same') return again(started.record);
      if (started.outcome === 'voucher-open') throw voucherOpen(started.holder);
      if (started.outcome !== 'new') throw mismatch(started.outcome);
      const { record, ready } = started;
      const finished = await settled(record.shop, id, deadline, () => {
        if (run) run(record, ready);
        else goOn?.(record);
        return record;
      });
      return { view: await view(finished, true), isNew: true };
    },
    waitForFinal: (shop, id, deadline) =>
      settled(shop, id, deadline, async () => {
        const record = await read(shop, id);
        if (!record) throw new Error('A stored operation is missing');
        return record;
      }),
    findVisibleTo,
    async assertNotLost({ shop, device }, id) {
      if ((await journal.read(shop, id)) === null) await deps.gate.assertNeverArrived(id, device.id);
    },
    decide: (caller, id, act) =>
      retryWhenStale(
        () => readJournal(id, findVisibleTo(caller, id)),
        (record) => readJournal(id, act(record)),
      ),
  };
}

/**
 * Reads the operation with an id, and begins it if the id is unknown. Equal requests take turns:
 * the first uses up a manager's approval, and the others must not fail because of that.
 */
function createStartInTurn<R extends Recorded & Requester, Asked extends { readonly shop: Scope }>(
  { journal, neverSent }: Pick<IdempotentOperationsDeps<R, Asked>, 'journal' | 'neverSent'>,
  readJournal: JournalRead,
) {
  const inTurn = createTurnsById();
  /* The first write may have been committed although the commit failed; nothing was sent for it. */
  const unconfirmed = new Set<string>();
  return <Ready>({
    id,
    request,
    prepare,
    begin,
    release,
  }: Pick<IdempotentRequest<R, Asked, Ready, never>, 'id' | 'request' | 'prepare' | 'begin' | 'release'>) =>
    inTurn(id, async () => {
      const recalled = await readJournal(id, journal.recall(id, request));
      if (recalled.outcome === 'same' && unconfirmed.has(id) && neverSent) {
        const record = await readJournal(id, neverSent(recalled.record));
        unconfirmed.delete(id);
        return { ...recalled, record, ready: null };
      }
      if (recalled.outcome !== 'none') return { ...recalled, ready: null };
      const ready = await prepare();
      let isNew = false;
      try {
        const outcome = await readJournal(id, begin(ready));
        isNew = outcome.outcome === 'new';
        if (isNew) unconfirmed.delete(id);
        return { ...outcome, ready };
      } catch (error) {
        if (error instanceof StoreUnavailable) unconfirmed.add(id);
        throw error;
      } finally {
        if (!isNew) release?.(ready);
      }
    });
}
