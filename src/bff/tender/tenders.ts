import { LIMITS } from '../../contract/limits.ts';
import { isOpen, requestedWorth, type TenderRequest, type TenderView } from '../../contract/tender.ts';
import { followLink, readCode } from '../check/resolve.ts';
import type { Snapshots } from '../check/snapshots.ts';
import type { WrongCodes } from '../check/wrong-codes.ts';
import type { Caller } from '../http/caller.ts';
import type { Issuer } from '../issuer/port.ts';
import type { Changes } from '../journal/changes.ts';
import type { Snapshot } from '../journal/snapshot.ts';
import type { Journal, NewTender, TenderIdentity, TenderRecord } from '../journal/store.ts';
import { describeError, type Logger } from '../logging.ts';
import type { Clock } from '../ports.ts';
import type { Settler } from '../settle/settler.ts';
import { within } from '../within.ts';
import type { Attempt } from './attempt.ts';
import {
  alreadyStarted,
  conflict,
  itemsNotSupported,
  journalClosed,
  neverArrived,
  noSuchVoucher,
  voucherOpen,
  wrongCurrency,
} from './problems.ts';
import { lastTaken, undoEnds } from './undo.ts';
import { tenderView } from './view.ts';

export interface TenderDeps {
  readonly journal: Journal;
  readonly issuer: Issuer;
  readonly clock: Clock;
  readonly changes: Changes;
  readonly attempt: Attempt;
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
  const running = new Set<Promise<void>>();

  /** Runs the attempt to its end, whoever waits for it; what is left open goes to settling. */
  async function run(caller: Caller, tender: TenderRecord, sentAtMs: number): Promise<void> {
    try {
      const ended = await deps.attempt(tender, sentAtMs);
      if (ended.standing.refusal?.reason === 'not-found') wrongCodes.count(caller);
      if (isOpen(ended.standing.state)) settler.watch('tender', ended.id);
    } catch (error) {
      log.error({ tenderId: tender.id, ...describeError(error) }, 'the outcome of a redemption could not be written');
      settler.watch('tender', tender.id);
    }
  }

  function start(caller: Caller, tender: TenderRecord, sentAtMs: number): TenderRecord {
    const work = run(caller, tender, sentAtMs).finally(() => running.delete(work));
    running.add(work);
    return tender;
  }

  /** Calls `look` and gives the tender that it gives once that is no longer open, or as it stands at the deadline. */
  async function settled(
    { shop, id }: Pick<TenderRecord, 'shop' | 'id'>,
    deadline: number,
    look: () => Promise<TenderRecord> | TenderRecord,
  ): Promise<TenderRecord> {
    const changes = waitFor(deps, shop, id);
    try {
      const tender = await look();
      if (!isOpen(tender.standing.state)) return tender;
      const inTime = await within(clock, Math.max(0, deadline - clock.monotonic()), changes.settled);
      return inTime ?? (await journal.read(tender.shop, id)) ?? tender;
    } finally {
      changes.stop();
    }
  }

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

  /** A question to the journal before anything is sent: where it cannot be had, nothing will be. */
  async function orClosed<T>(tenderId: string, asked: Promise<T>): Promise<T> {
    try {
      return await asked;
    } catch (error) {
      log.error({ tenderId, ...describeError(error) }, 'a redemption was refused, because the journal cannot be used');
      throw journalClosed();
    }
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
        const ended = await settled(begun.tender, deadline, () => start(caller, begun.tender, sentAtMs));
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
    async drain() {
      await Promise.all(running);
    },
  };
}

/** A cashier sees the own tenders and those of the device in front of them; a manager sees all. */
function maySee({ person, device }: Caller, tender: TenderRecord): boolean {
  return person.role === 'manager' || tender.person.id === person.id || tender.device.id === device.id;
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

/** Listens for the moment at which a tender is no longer open. */
function waitFor(
  { changes, journal, log }: Pick<TenderDeps, 'changes' | 'journal' | 'log'>,
  shop: string,
  id: string,
): { settled: Promise<TenderRecord>; stop: () => void } {
  let stop = () => {};
  const settled = new Promise<TenderRecord>((resolve) => {
    const take = (tender: TenderRecord | null) => tender && !isOpen(tender.standing.state) && resolve(tender);
    stop = changes.on((change) => {
      if (change.id !== id) return;
      if (change.tender) take(change.tender);
      /* Another server wrote it. Where it cannot be read now, the deadline reads it. */ else
        journal.read(shop, id).then(take, (error: unknown) => log.warn(describeError(error), 'a change could not be read'));
    });
  });
  return { settled, stop };
}
