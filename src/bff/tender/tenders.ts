import { LIMITS } from '../../contract/limits.ts';
import { isOpen, requestedWorth, type TenderRequest, type TenderView } from '../../contract/tender.ts';
import { followLink, readCode } from '../check/resolve.ts';
import type { Snapshots } from '../check/snapshots.ts';
import type { WrongCodes } from '../check/wrong-codes.ts';
import type { Caller } from '../http/caller.ts';
import type { Issuer } from '../issuer/port.ts';
import type { Snapshot } from '../journal/facts.ts';
import type { Journal, NewTender, TenderIdentity, TenderRecord } from '../journal/store.ts';
import { describeError, type Logger } from '../logging.ts';
import type { Settler } from '../settle/settler.ts';
import { within } from '../within.ts';
import { type AttemptDeps, attempt } from './attempt.ts';
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
import { tenderView } from './view.ts';

export interface TenderDeps extends AttemptDeps {
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
  async function run(caller: Caller, tender: TenderRecord): Promise<void> {
    try {
      const ended = await attempt(deps, tender);
      if (ended.standing.refusal?.reason === 'not-found') wrongCodes.count(caller);
      if (isOpen(ended.standing.state)) settler.watch(ended);
    } catch (error) {
      log.error({ tenderId: tender.id, ...describeError(error) }, 'the outcome of a redemption could not be written');
      settler.watch(tender);
    }
  }

  function start(caller: Caller, tender: TenderRecord): TenderRecord {
    const work = run(caller, tender).finally(() => running.delete(work));
    running.add(work);
    return tender;
  }

  /** Calls `look` and answers with the tender it gives once that is no longer open, or as it stands at the deadline. */
  async function settledView(id: string, deadline: number, look: () => Promise<TenderRecord> | TenderRecord): Promise<TenderView> {
    const changes = waitFor(journal, id);
    try {
      const tender = await look();
      if (!isOpen(tender.standing.state)) return tenderView(tender);
      const settled = await within(clock, Math.max(0, deadline - clock.monotonic()), changes.settled);
      return tenderView(settled ?? (await journal.read(tender.shop, id)) ?? tender);
    } finally {
      changes.stop();
    }
  }

  /** Somebody may have settled it since it was read: read again once changes are listened to. */
  const standing = (tender: TenderRecord, deadline: number) =>
    settledView(tender.id, deadline, async () => (await journal.read(tender.shop, tender.id)) ?? tender);

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
    const begun = await orClosed(id, journal.begin(newTender(caller, id, ref, request, identity), snapshot));
    switch (begun.outcome) {
      case 'new':
        return { tender: await settledView(id, deadline, () => start(caller, begun.tender)), isNew: true };
      case 'same':
        return { tender: await standing(begun.tender, deadline), isNew: false };
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
      if (known.outcome === 'same') return { tender: await standing(known.tender, deadline), isNew: false };
      if (known.outcome !== 'none') throw conflict(known.outcome);
      wrongCodes.assertMayTry(caller);
      return begin(caller, id, request, identity, deadline);
    },
    async get(caller, id) {
      const tender = await journal.read(caller.shop, id);
      if (!tender || !maySee(caller, tender)) throw neverArrived();
      return tenderView(tender);
    },
    async cancel(caller, id) {
      const cancelled = await orClosed(id, journal.cancel(caller.shop, id));
      if (cancelled.outcome === 'cancelled') return { id, state: 'cancelled' };
      throw alreadyStarted();
    },
    async mine(caller) {
      return (await journal.latestOf(caller.shop, caller.person.id, LIMITS.mineMax)).map(tenderView);
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
function waitFor(journal: Journal, id: string): { settled: Promise<TenderRecord>; stop: () => void } {
  let stop = () => {};
  const settled = new Promise<TenderRecord>((resolve) => {
    stop = journal.onChange((tender) => {
      if (tender.id === id && !isOpen(tender.standing.state)) resolve(tender);
    });
  });
  return { settled, stop };
}
