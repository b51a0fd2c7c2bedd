import { LIMITS } from '../../contract/limits.ts';
import { isTenderOpen, requestedWorth, type TenderRequest, type TenderView } from '../../contract/tender.ts';
import type { Logger } from '../base/logging.ts';
import type { Clock } from '../base/ports.ts';
import { followLink, readCode } from '../check/resolve.ts';
import type { Snapshots } from '../check/snapshots.ts';
import type { WrongCodes } from '../check/wrong-codes.ts';
import type { Gate } from '../gap/gate.ts';
import type { Caller } from '../http/caller.ts';
import { Problem } from '../http/problem.ts';
import type { Issuer } from '../issuer/port.ts';
import type { NewTender, TenderJournal, TenderRecord } from '../journal/tender-store.ts';
import { createAttempts } from '../operation/attempts.ts';
import type { Changes } from '../operation/changes.ts';
import type { Begun } from '../operation/journal-port.ts';
import { type Answered, createOnce } from '../operation/once.ts';
import type { Ground, Snapshot } from '../operation/snapshot.ts';
import type { Settler } from '../settle/settler.ts';
import type { TenderAttempt } from './attempt.ts';
import { alreadyStarted, cancelled, itemsNotSupported, noSuchVoucher, wrongCurrency } from './problems.ts';
import { lastTaken, undoEnds } from './undo.ts';
import { tenderView } from './view.ts';

export interface TenderDeps {
  readonly journal: TenderJournal;
  readonly issuer: Issuer;
  readonly clock: Clock;
  readonly changes: Changes;
  readonly attempt: TenderAttempt;
  readonly snapshots: Snapshots;
  readonly wrongCodes: WrongCodes;
  readonly settler: Settler;
  readonly log: Logger;
  /** The shop's currency: the only one that its till takes. */
  readonly currency: string;
  /** Whether a redemption may name a number of items, or only "the next one". */
  readonly productBasedValue: 'none' | 'items';
  /** Nothing is begun while the journal may lack something. */
  readonly gate: Pick<Gate, 'assertOpen' | 'closedFor' | 'mayHaveLost'>;
  /** Whether a redemption is sent of which nothing could be proved afterwards. */
  readonly redeemUnseen: boolean;
}

/** A redemption right before it is written. */
interface Ready {
  readonly caller: Caller;
  readonly ref: string;
  readonly ground: Ground;
  /** Monotonic time. */
  readonly sentAtMs: number;
  /** When it was sent before the journal lost it, our time: it is never sent again. Null for a new one. */
  readonly lostSince: number | null;
}

export interface Tenders {
  /**
   * Takes an amount from a voucher, once for an id: the same id and body again answers with the tender as it stands. Waits for an outcome
   * up to 5 s; the attempt goes on whoever waits.
   * @throws Problem 409 `tender-mismatch`, `tender-cancelled`, `voucher-open`; 400 for what cannot be asked; 503 when the journal cannot be written,
   * or may lack what it had confirmed
   */
  put(caller: Caller, id: string, request: TenderRequest): Promise<Answered<TenderView>>;
  /** @throws Problem 404 for an id that never arrived */
  get(caller: Caller, id: string): Promise<TenderView>;
  /** Gives up an id that may still be on its way. @throws Problem 409 `tender-started` when it has arrived */
  cancel(caller: Caller, id: string): Promise<{ id: string; state: 'cancelled' }>;
  /** The caller's own latest, newest first. */
  mine(caller: Caller): Promise<TenderView[]>;
  /** Resolves when no attempt is under way any more. */
  drain(): Promise<void>;
}

export function createTenders(deps: TenderDeps): Tenders {
  const { journal, clock, snapshots, issuer, wrongCodes } = deps;
  const used = { usedFor: 'another redemption', mismatch: 'tender-mismatch', givenUp: cancelled } as const;
  const kind = { ...deps, ...used, kind: 'tender', isOpen: isTenderOpen } as const;
  const attempts = createAttempts<TenderRecord>(kind);
  const once = createOnce(kind);

  async function attempt({ caller, ground, sentAtMs }: Ready, tender: TenderRecord): Promise<TenderRecord> {
    if (!deps.redeemUnseen && !isGrounded(ground)) return journal.append(tender, UNREACHABLE);
    const ended = await deps.attempt(tender, sentAtMs);
    if (ended.standing.refusal?.reason === 'not-found') wrongCodes.count(caller);
    return ended;
  }

  /** With the right to undo it: the caller's own last redemption, for a while, unless a refund of it or another redemption is under way. */
  async function view(caller: Caller, tender: TenderRecord, given?: readonly TenderRecord[]): Promise<TenderView> {
    const { shop, person } = caller;
    const ends = undoEnds(tender, person.id, clock.now());
    if (ends === null) return tenderView(tender, null);
    const latest = given ?? (await journal.latestOf(shop, person.id, LIMITS.mineMax));
    const isMine = lastTaken(latest)?.id === tender.id && (await journal.holder(shop, tender.ref)) === null;
    return tenderView(tender, isMine ? ends : null);
  }

  async function prepare(caller: Caller, request: TenderRequest): Promise<Ready> {
    const { sentAgoMs } = request;
    const isLost = sentAgoMs !== undefined && deps.gate.mayHaveLost(sentAgoMs);
    if (!isLost) deps.gate.assertOpen();
    wrongCodes.assertMayTry(caller);
    const ref = await refOf(issuer, request.code);
    if (isLost) {
      return { caller, ref, ground: NOTHING_KNOWN, sentAtMs: clock.monotonic(), lostSince: clock.now() - sentAgoMs };
    }
    const ground = await snapshots.take(ref);
    assertAskable(deps, request, ground.snapshot);
    deps.gate.assertOpen();
    return { caller, ref, ground, sentAtMs: clock.monotonic(), lostSince: null };
  }

  async function begin(tender: NewTender, { ground, lostSince }: Ready): Promise<Begun<TenderRecord>> {
    const begun = lostSince === null ? await journal.begin(tender, ground) : await journal.recover(tender, lostSince, ground.offset, null);
    if (begun === null) throw new Error('A tender without a capture was refused for its claim');
    return begun;
  }

  function run(tender: TenderRecord, ready: Ready): void {
    if (ready.lostSince === null) attempts.start(tender.id, attempt(ready, tender));
    else deps.settler.watch('tender', tender.id);
  }

  /** While the journal may lack it, nobody can say of an id that it never arrived. @throws Problem */
  async function orMaybeLost<T>(asked: Promise<T>): Promise<T> {
    try {
      return await asked;
    } catch (error) {
      if (error instanceof Problem && error.code === 'not-found') deps.gate.assertOpen();
      throw error;
    }
  }

  return {
    async put(caller, id, request) {
      const deadline = once.deadline();
      if (!('items' in request) && request.currency !== deps.currency) throw wrongCurrency(deps.currency);
      const parsed = readCode(request.code);
      const { shop, device, person } = caller;
      const code = parsed.kind === 'ref' ? parsed.ref : parsed.voucherId;
      const asked = { shop, code, requested: requestedWorth(request), saleId: request.saleId ?? null };
      const wish = { ...asked, id, device, person, returnVouchersInfo: request.returnVouchersInfo ?? true };
      return once.put({
        id,
        caller,
        asked,
        deadline,
        prepare: () => prepare(caller, request),
        begin: (ready) => begin({ ...wish, ref: ready.ref }, ready),
        run,
        /* The newest is the last, so its right to be undone needs no question to the journal. */
        view: (tender, isNew) => (isNew ? tenderView(tender, undoEnds(tender, person.id, clock.now())) : view(caller, tender)),
      });
    },
    get: (caller, id) => orMaybeLost(once.seenBy(caller, id).then((tender) => view(caller, tender))),
    async cancel(caller, id) {
      if (deps.gate.closedFor()) await orMaybeLost(once.seenBy(caller, id));
      const given = await once.orClosed(id, journal.cancel(caller.shop, id));
      if (given.outcome === 'cancelled') return { id, state: 'cancelled' };
      throw alreadyStarted();
    },
    async mine(caller) {
      const latest = await journal.latestOf(caller.shop, caller.person.id, LIMITS.mineMax);
      return Promise.all(latest.map((tender) => view(caller, tender, latest)));
    },
    drain: () => attempts.drain(),
  };
}

/** Without any of it nothing could be proved, should the answer be lost: the money would be a manager's guess, and the voucher locked. */
function isGrounded({ snapshot }: Ground): boolean {
  return snapshot !== null && (snapshot.remaining !== null || snapshot.seen !== null);
}

/** Of what was sent before the journal lost it: neither the voucher nor the clocks were noted then. */
const NOTHING_KNOWN: Ground = { snapshot: null, offset: null };

const UNREACHABLE = {
  kind: 'not_sent',
  reason: 'neither the balance nor the transactions of the voucher could be had just before',
} as const;

async function refOf(issuer: Issuer, code: string): Promise<string> {
  const parsed = readCode(code);
  if (parsed.kind === 'ref') return parsed.ref;
  const state = await followLink(issuer, parsed.voucherId);
  if (!state) throw noSuchVoucher();
  return state.ref;
}

/** Without a number of items in the call, the issuer takes one, or all of a single-use voucher. */
function assertAskable({ productBasedValue }: TenderDeps, request: TenderRequest, snapshot: Snapshot | null): void {
  if ('items' in request && request.items > 1 && productBasedValue === 'none' && snapshot?.singleUse !== true) throw itemsNotSupported();
}
