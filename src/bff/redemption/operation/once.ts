import { LIMITS } from '../../../contract/access/limits.ts';
import type { ProblemCode } from '../../../contract/platform/problem.ts';
import type { Logger } from '../../platform/base/logging.ts';
import type { Clock } from '../../platform/base/ports.ts';
import type { Scope } from '../../platform/base/scope.ts';
import { createTurnsById } from '../../platform/base/turns-by-id.ts';
import { type Caller, maySee } from '../../platform/http/caller.ts';
import type { Problem } from '../../platform/http/problem.ts';
import { StoreAway } from '../../platform/store/store-away.ts';
import { settledBy } from './attempts.ts';
import type { Changes } from './changes.ts';
import { createOrClosed, decideOn, type OrClosed } from './journal-first.ts';
import type { AskedBy, Begun, OperationJournal, Recorded } from './journal-port.ts';
import { type AskedKind, idUsed, neverArrived, notYours, voucherOpen } from './problems.ts';

export interface OnceDeps<R extends Recorded & AskedBy, Asked extends { readonly shop: Scope }> {
  readonly kind: AskedKind;
  readonly journal: Pick<OperationJournal<R, never, Asked>, 'recall' | 'read' | 'told'>;
  readonly isOpen: (state: R['standing']['state']) => boolean;
  /** What the id was used for, where that was something else; the answer names it. */
  readonly usedFor: string;
  /** The code of that answer, where pages have words for the kind; else `id-used`. */
  readonly mismatch?: ProblemCode;
  /** What is said of an id that was given up; null where none can be. */
  readonly givenUp?: () => Problem;
  /** Whether somebody gets to see it; else as {@link maySee}. */
  readonly maySee?: (caller: Caller, record: R) => boolean;
  /** Says whether an unknown id never arrived: the journal may lack it. */
  readonly gate: { assertNeverArrived(id: string, deviceId: string): Promise<void> };
  /**
   * Writes that an operation whose first write could not be confirmed was never sent.
   *
   * It leaves what another server began meanwhile.
   */
  readonly neverSent?: (record: R) => Promise<R>;
  /** Goes on with what is under way, where somebody waits for it. */
  readonly goOn?: (record: R) => void;
  readonly changes: Changes;
  readonly clock: Clock;
  readonly log: Logger;
}

/** What somebody asks for under an id. `Ready` is what is found out before anything is written. */
export interface AskedWish<R, Asked, Ready, View> {
  readonly id: string;
  /** Who asks: whoever may not look at it is not told by asking again either. */
  readonly caller: Caller;
  readonly asked: Asked;
  /** Monotonic time up to which it is waited for. */
  readonly deadline: number;
  /** Gathers what an unknown id needs, or throws why it may not begin. */
  readonly prepare: () => Promise<Ready>;
  readonly begin: (ready: Ready) => Promise<Begun<R>>;
  /** Gives back what `prepare` holds, where nothing new begins. */
  readonly release?: (ready: Ready) => void;
  /**
   * Sets a new one going; it goes on whoever waits for it.
   *
   * Where it is not given, {@link OnceDeps.goOn} does.
   */
  readonly run?: (record: R, ready: Ready) => void;
  readonly view: (record: R, isNew: boolean) => View | Promise<View>;
}

/**
 * An operation as its asker gets to see it.
 *
 * It says too whether it came to be by this request.
 */
export interface Answered<View> {
  readonly view: View;
  readonly isNew: boolean;
}

/** How operations of one kind are asked for once, however often the request comes. */
export interface Once<R, Asked> {
  /**
   * Answers a PUT with an id.
   *
   * The same id and request again gets the operation as it stands. It waits until that is at rest
   * or time is up.
   * @throws Problem 409 where the id or the voucher is taken, 503 when the journal cannot be used;
   * what the wish throws
   */
  put<Ready, View>(wish: AskedWish<R, Asked, Ready, View>): Promise<Answered<View>>;
  /** Reads it and waits until it is at rest or time is up. */
  atRest(shop: Scope, id: string, deadline: number): Promise<R>;
  /**
   * Reads it for whoever may see it.
   * @throws Problem 404 `not-found` for an id that never arrived, `not-yours` for one that the
   * caller may not see; 503 `journal-gap` while nobody can say that
   */
  seenBy(caller: Caller, id: string): Promise<R>;
  /**
   * Makes sure before an id is given up that nothing comes of it.
   * @throws Problem 503 `journal-gap` while nobody can say that
   */
  assertNotLost(caller: Caller, id: string): Promise<void>;
  /**
   * Reads, decides and writes, again where somebody else wrote in between.
   * @throws Problem as {@link Once.seenBy}; 503 when the journal cannot be used
   */
  decide<T>(caller: Caller, id: string, act: (record: R) => Promise<T>): Promise<T>;
  /** Monotonic time up to which a request that comes now is waited for. */
  deadline(): number;
  readonly orClosed: OrClosed;
}

export function createOnce<R extends Recorded & AskedBy, Asked extends { readonly shop: Scope }>(
  deps: OnceDeps<R, Asked>,
): Once<R, Asked> {
  const { kind, journal, clock, goOn } = deps;
  const orClosed = createOrClosed(deps.log, kind);
  const beginInTurn = createBeginning(deps, orClosed);
  const mayBeSeen = deps.maySee ?? maySee;
  const mismatch = (outcome: 'different' | 'cancelled') =>
    (outcome === 'cancelled' && deps.givenUp?.()) || idUsed(deps.usedFor, deps.mismatch);

  async function read(shop: Scope, id: string): Promise<R | null> {
    const record = await journal.read(shop, id);
    if (record) goOn?.(record);
    return record;
  }

  async function seenBy(caller: Caller, id: string): Promise<R> {
    /* Looking sets nothing going. What this server lost sight of is taken up by the settler. */
    const record = await journal.read(caller.shop, id);
    if (!record) {
      await deps.gate.assertNeverArrived(id, caller.device.id);
      throw neverArrived(kind);
    }
    if (!mayBeSeen(caller, record)) throw notYours(kind);
    return record;
  }

  /** Calls `first`, and gives it when at rest, or as it stands at the deadline. */
  const settled = (shop: Scope, id: string, deadline: number, first: () => Promise<R> | R): Promise<R> =>
    settledBy(
      deps,
      {
        id,
        deadline,
        isOpen: ({ standing }) => deps.isOpen(standing.state),
        read: () => read(shop, id),
        told: (change) => journal.told(change),
      },
      first,
    );

  return {
    orClosed,
    deadline: () => clock.monotonic() + LIMITS.tenderWaitMs,
    async put({ id, caller, asked, deadline, prepare, begin, release, run, view }) {
      /* Somebody may have settled it since. It is read again once changes are listened to. */
      const again = async (known: R) => {
        if (!mayBeSeen(caller, known)) throw notYours(kind);
        const record = await settled(known.shop, id, deadline, async () => (await read(known.shop, id)) ?? known);
        return { view: await view(record, false), isNew: false };
      };
      const begun = await beginInTurn({ id, asked, prepare, begin, ...(release && { release }) });
      if (begun.outcome === 'same') return again(begun.record);
      if (begun.outcome === 'voucher-open') throw voucherOpen(begun.holder);
      if (begun.outcome !== 'new') throw mismatch(begun.outcome);
      const { record, ready } = begun;
      const ended = await settled(record.shop, id, deadline, () => {
        if (run) run(record, ready);
        else goOn?.(record);
        return record;
      });
      return { view: await view(ended, true), isNew: true };
    },
    atRest: (shop, id, deadline) =>
      settled(shop, id, deadline, async () => {
        const record = await read(shop, id);
        if (!record) throw new Error('An operation that was there is gone');
        return record;
      }),
    seenBy,
    async assertNotLost({ shop, device }, id) {
      if ((await journal.read(shop, id)) === null) await deps.gate.assertNeverArrived(id, device.id);
    },
    decide: (caller, id, act) =>
      decideOn(
        () => orClosed(id, seenBy(caller, id)),
        (record) => orClosed(id, act(record)),
      ),
  };
}

/**
 * Reads what is known of an id, and begins where nothing is. Equal requests take turns: what one of
 * them needs once, a manager's approval, the others must not find used up.
 */
function createBeginning<R extends Recorded & AskedBy, Asked extends { readonly shop: Scope }>(
  { journal, neverSent }: Pick<OnceDeps<R, Asked>, 'journal' | 'neverSent'>,
  orClosed: OrClosed,
) {
  const inTurn = createTurnsById();
  /* A first write that broke off in its commit may be in the journal, and nothing was sent. */
  const unconfirmed = new Set<string>();
  return <Ready>({
    id,
    asked,
    prepare,
    begin,
    release,
  }: Pick<AskedWish<R, Asked, Ready, never>, 'id' | 'asked' | 'prepare' | 'begin' | 'release'>) =>
    inTurn(id, async () => {
      const known = await orClosed(id, journal.recall(id, asked));
      if (known.outcome === 'same' && unconfirmed.has(id) && neverSent) {
        const record = await orClosed(id, neverSent(known.record));
        unconfirmed.delete(id);
        return { ...known, record, ready: null };
      }
      if (known.outcome !== 'none') return { ...known, ready: null };
      const ready = await prepare();
      let isNew = false;
      try {
        const outcome = await orClosed(id, begin(ready));
        isNew = outcome.outcome === 'new';
        if (isNew) unconfirmed.delete(id);
        return { ...outcome, ready };
      } catch (error) {
        if (error instanceof StoreAway) unconfirmed.add(id);
        throw error;
      } finally {
        if (!isNew) release?.(ready);
      }
    });
}
