import { LIMITS } from '../../contract/limits.ts';
import { isTenderOpen, requestedWorth, type TenderRequest, type TenderView } from '../../contract/tender.ts';
import { describeError, type Logger } from '../base/logging.ts';
import type { Clock } from '../base/ports.ts';
import { followLink, readCode } from '../check/resolve.ts';
import type { Snapshots } from '../check/snapshots.ts';
import type { WrongCodes } from '../check/wrong-codes.ts';
import { type Caller, maySee } from '../http/caller.ts';
import type { Issuer } from '../issuer/port.ts';
import type { NewTender, TenderIdentity, TenderJournal, TenderRecord } from '../journal/tender-store.ts';
import { createAttempts, settledBy } from '../operation/attempts.ts';
import type { Changes } from '../operation/changes.ts';
import { createOrClosed } from '../operation/journal-first.ts';
import type { Snapshot } from '../operation/snapshot.ts';
import type { Settler } from '../settle/settler.ts';
import type { TenderAttempt } from './attempt.ts';
import { alreadyStarted, conflict, itemsNotSupported, neverArrived, noSuchVoucher, voucherOpen, wrongCurrency } from './problems.ts';
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
}

export interface Tenders {
  /**
   * Takes an amount from a voucher, once for an id: the same id and body again answers with the tender as it stands. Waits for an outcome
   * up to 5 s; the attempt goes on whoever waits.
   * @throws Problem 409 `tender-mismatch`, `tender-cancelled`, `voucher-open`; 400 for what cannot be asked; 503 when the journal cannot be written
   */
  put(caller: Caller, id: string, request: TenderRequest): Promise<{ tender: TenderView; isNew: boolean }>;
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
  const { journal, clock, settler, log, snapshots, issuer, wrongCodes } = deps;
  const attempts = createAttempts();
  const orClosed = createOrClosed(log, 'tender');

  /** Runs the attempt to its end, whoever waits for it; what is left open goes to settling. */
  async function run(caller: Caller, tender: TenderRecord, sentAtMs: number): Promise<void> {
    try {
      const ended = await deps.attempt(tender, sentAtMs);
      if (ended.standing.refusal?.reason === 'not-found') wrongCodes.count(caller);
      if (isTenderOpen(ended.standing.state)) settler.watch('tender', ended.id);
    } catch (error) {
      log.error({ tenderId: tender.id, ...describeError(error) }, 'the outcome of a redemption could not be written');
      settler.watch('tender', tender.id);
    }
  }

  /** Calls `look` and gives the tender that it gives once that is no longer open, or as it stands at the deadline. */
  const settled = ({ shop, id }: TenderRecord, deadline: number, look: () => Promise<TenderRecord> | TenderRecord) =>
    settledBy(
      deps,
      {
        id,
        deadline,
        isOpen: (tender) => isTenderOpen(tender.standing.state),
        read: () => journal.read(shop, id),
        told: (change) => change.tender,
      },
      look,
    );

  /** Somebody may have settled it since it was read: read again once changes are listened to. */
  const standing = async (caller: Caller, tender: TenderRecord, deadline: number) =>
    view(caller, await settled(tender, deadline, async () => (await journal.read(tender.shop, tender.id)) ?? tender));

  /** With the right to undo it: the caller's own last redemption, for a while, unless a refund of it or another redemption is under way. */
  async function view(caller: Caller, tender: TenderRecord, given?: readonly TenderRecord[]): Promise<TenderView> {
    const { shop, person } = caller;
    const ends = undoEnds(tender, person.id, clock.now());
    if (ends === null) return tenderView(tender, null);
    const latest = given ?? (await journal.latestOf(shop, person.id, LIMITS.mineMax));
    const isMine = lastTaken(latest)?.id === tender.id && (await journal.holder(shop, tender.ref)) === null;
    return tenderView(tender, isMine ? ends : null);
  }

  async function begin(
    caller: Caller,
    id: string,
    request: TenderRequest,
    identity: TenderIdentity,
    deadline: number,
  ): Promise<{ tender: TenderView; isNew: boolean }> {
    const ref = await refOf(issuer, request.code);
    const snapshot = await snapshots.take(ref);
    assertAskable(deps, request, snapshot);
    const sentAtMs = clock.monotonic();
    const ground = { snapshot, offset: issuer.clockOffset() };
    const begun = await orClosed(id, journal.begin(newTender(caller, id, ref, request, identity), ground));
    switch (begun.outcome) {
      case 'new': {
        /* The newest is the last, so its right to be undone needs no question to the journal. */
        const ended = await settled(begun.tender, deadline, () => {
          attempts.start(run(caller, begun.tender, sentAtMs));
          return begun.tender;
        });
        return { tender: tenderView(ended, undoEnds(ended, caller.person.id, clock.now())), isNew: true };
      }
      case 'same':
        return { tender: await standing(caller, begun.tender, deadline), isNew: false };
      case 'voucher-open':
        throw voucherOpen(begun.holder);
      default:
        throw conflict(begun.outcome);
    }
  }

  return {
    async put(caller, id, request) {
      const deadline = clock.monotonic() + LIMITS.tenderWaitMs;
      if (!('items' in request) && request.currency !== deps.currency) throw wrongCurrency(deps.currency);
      const parsed = readCode(request.code);
      const identity: TenderIdentity = {
        shop: caller.shop,
        code: parsed.kind === 'ref' ? parsed.ref : parsed.voucherId,
        requested: requestedWorth(request),
        saleId: request.saleId ?? null,
      };
      const known = await orClosed(id, journal.recall(id, identity));
      if (known.outcome === 'same') return { tender: await standing(caller, known.tender, deadline), isNew: false };
      if (known.outcome !== 'none') throw conflict(known.outcome);
      wrongCodes.assertMayTry(caller);
      return begin(caller, id, request, identity, deadline);
    },
    async get(caller, id) {
      const tender = await journal.read(caller.shop, id);
      if (!tender || !maySee(caller, tender)) throw neverArrived();
      return view(caller, tender);
    },
    async cancel(caller, id) {
      const cancelled = await orClosed(id, journal.cancel(caller.shop, id));
      if (cancelled.outcome === 'cancelled') return { id, state: 'cancelled' };
      throw alreadyStarted();
    },
    async mine(caller) {
      const latest = await journal.latestOf(caller.shop, caller.person.id, LIMITS.mineMax);
      return Promise.all(latest.map((tender) => view(caller, tender, latest)));
    },
    drain: () => attempts.drain(),
  };
}

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

function newTender(caller: Caller, id: string, ref: string, request: TenderRequest, identity: TenderIdentity): NewTender {
  return {
    ...identity,
    id,
    ref,
    device: caller.device,
    person: caller.person,
    returnVouchersInfo: request.returnVouchersInfo ?? true,
  };
}
