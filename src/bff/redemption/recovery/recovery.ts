import { isItems, magnitude } from '../../../contract/money/money.ts';
import type { RememberedTaken, RememberedWish } from '../../../contract/redemption/journal.ts';
import { requestedWorth } from '../../../contract/redemption/tender.ts';
import { isSure, issuerTime } from '../../issuer/issuer-time.ts';
import type { Mirror } from '../../issuer/mirror/mirror.ts';
import type { IssuerTransaction } from '../../issuer/port.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import type { Clock } from '../../platform/base/ports.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Gap, GapStore } from '../../platform/store/journal-gaps.ts';
import { followLink, readCode } from '../check/resolve.ts';
import { type Capture, isCalledWhileHeld, isContested, isRecovered } from '../journal/tender-facts.ts';
import type { NewTender, TenderJournal, TenderRecord } from '../journal/tender-store.ts';
import { Stale } from '../operation/stale.ts';
import { isInCurrency, usingValue } from '../settle/candidates.ts';
import type { LookAfter } from '../settle/cases.ts';
import { CLOCK_JUMP_MS } from '../settle/settle.ts';
import { needsExplaining, refOf } from '../settle/sweep.ts';

export interface RecoveryDeps extends Pick<Ports, 'shop' | 'clock' | 'log' | 'issuer'> {
  readonly journal: Pick<
    TenderJournal,
    'recover' | 'read' | 'append' | 'capture' | 'claimed' | 'holder' | 'inStates' | 'mid' | 'ofVoucher'
  >;
  readonly mirror: Pick<Mirror, 'unclaimed'>;
  readonly lookAfter: LookAfter;
  readonly gaps: Pick<GapStore, 'hadPrograms'>;
}

/**
 * Brings redemptions back that the journal had lost.
 *
 * It does so from what tills remember and the issuer shows. Nothing is ever sent for them.
 */
export interface Recovery {
  /**
   * Brings one back as unknown that a till sent and never heard of.
   *
   * It comes with the voucher's lock. Where another redemption has that, a person decides whose a
   * capture is.
   * @returns false while the other one is on its way, so that nobody can be called for it yet
   */
  wish(caller: Caller, wish: RememberedWish, gap: Gap): Promise<boolean>;
  /**
   * Brings one back as taken that a till was told of and the journal lacks.
   *
   * It comes with the capture that the till was told.
   * @returns false while the issuer's row is not there; one that a case has by then stays with it
   */
  taken(caller: Caller, taken: RememberedTaken, gap: Gap): Promise<boolean>;
  /**
   * Gives those that came back as unknown the captures that can only be theirs.
   *
   * All tills have to have told what they remember. Where programs may have redeemed too, which
   * tell nothing, a person has to say whose a capture is.
   */
  explain(gap: Gap): Promise<void>;
  /**
   * Leaves all that are open to a person.
   *
   * Not every till has told what it remembers.
   */
  contestAll(): Promise<void>;
  /** Those that came back and whose outcome is not known, or a manager's to judge. */
  unsettled(): Promise<readonly TenderRecord[]>;
}

export function createRecovery(deps: RecoveryDeps): Recovery {
  const { shop, journal, issuer, clock, log, lookAfter } = deps;
  const dating = createDating(clock);

  const unsettled = async () =>
    (await journal.inStates(shop, ['intent', 'sent', 'unknown'])).filter(({ facts }) => isRecovered(facts));
  /** What nobody has judged: also where a manager was called only for its length. */
  const undecided = async () =>
    (await journal.inStates(shop, ['unknown', 'manager'])).filter(
      ({ facts, standing }) => standing.state === 'unknown' || isCalledWhileHeld(facts),
    );

  async function explainOne(tender: TenderRecord, hadPrograms: boolean): Promise<void> {
    const { sentAt } = tender.standing;
    const offset = issuer.clockOffset();
    const mid = await journal.mid(shop);
    /* Settling goes on asking, and calls a manager for what nobody explains. */
    if (mid === null || sentAt === null || !isSure(offset) || !dating.isAsNow(tender.id)) return;
    const since = issuerTime(sentAt, offset) - (offset?.errorMs ?? 0);
    const rows = (await deps.mirror.unclaimed({ mid, type: 'capture', since })).filter(
      (row) => needsExplaining(row, 'capture', mid) && usingValue(row, tender.ref) !== undefined,
    );
    const [row, ...more] = rows;
    if (row !== undefined && hadPrograms) {
      await contest(deps, tender.ref, 'a program may have redeemed this voucher too');
      return;
    }
    /* What another till remembers of a voucher did not come back beside the one that had its lock,
       and nothing else says that it may have taken this row. */
    if (row !== undefined && (await isOtherContested(deps, tender))) {
      await contest(deps, tender.ref);
      return;
    }
    if (row === undefined || more.length > 0 || !isExactly(row, tender)) return;
    await orElseLater(
      journal.capture(tender, { kind: 'captured', ...captureOf(row.transactionId, magnitude(tender.requested)) }),
    );
    log.warn(
      { operationId: tender.id, kind: 'tender', last4: tender.last4 },
      'a redemption that the journal had lost was taken',
    );
  }

  return {
    unsettled,
    async wish(caller, { id, body, sentAgoMs }, gap) {
      const parsed = readCode(body.code);
      const ref = parsed.kind === 'ref' ? parsed.ref : ((await followLink(issuer, parsed.voucherId))?.ref ?? null);
      if (ref === null) return true;
      const code = parsed.kind === 'ref' ? parsed.ref : parsed.voucherId;
      const { saleId = null, receiptNo = null, entry = null } = body;
      const common = { id, shop: caller.shop, code, ref, saleId, receiptNo, entry, requested: requestedWorth(body) };
      const tender: NewTender = { ...common, ...askerOf(caller), returnVouchersInfo: body.returnVouchersInfo ?? true };
      const datedBy = dating.clocks();
      /* No clock of the time of sending is written. Settling by itself then takes no row for it
         before a person or all tills have spoken. */
      const begun = await journal.recover(tender, sentSince(clock.now(), sentAgoMs, gap), null, null);
      if (begun?.outcome === 'voucher-open') return contest(deps, ref);
      if (begun?.outcome !== 'new') return true;
      dating.note(id, datedBy);
      log.warn(
        { operationId: id, kind: 'tender', last4: begun.record.last4 },
        'a till had sent a redemption that the journal had lost',
      );
      lookAfter('tender', id);
      return true;
    },
    async taken(caller, { id, captureId, captured, saleId = null, receiptNo = null }, gap) {
      const row = await unclaimedCapture(deps, captureId);
      /* Nothing more comes of a row that explains another one, or is a manager's case. */
      if (row === undefined) return (await journal.claimed(shop, [captureId])).has(captureId);
      const ref = refOf(row);
      if (row.vouchers.length !== 1 || usingValue(row, ref) !== magnitude(captured)) return true;
      const said = { saleId, receiptNo, entry: null, returnVouchersInfo: false };
      const tender: NewTender = { ...askerOf(caller), ...said, id, shop, code: ref, ref, requested: captured };
      const begun = await journal.recover(
        tender,
        gap.fromAt,
        issuer.clockOffset(),
        captureOf(captureId, magnitude(captured)),
      );
      if (begun?.outcome === 'new')
        log.warn(
          { operationId: id, kind: 'tender', last4: begun.record.last4 },
          'a redemption that the journal had lost came back as taken',
        );
      return true;
    },
    async contestAll() {
      for (const tender of await undecided())
        await contest(deps, tender.ref, 'not all tills have told what they remember');
    },
    async explain(gap) {
      const hadPrograms = await deps.gaps.hadPrograms(gap);
      for (const tender of await undecided()) if (isRecovered(tender.facts)) await explainOne(tender, hadPrograms);
    },
  };
}

/**
 * Finds the issuer's capture of this shop by its id, if nothing claims it.
 *
 * It counts however old it looks: where our clock was set since the gap, nobody can put the
 * beginning of the gap into the issuer's time.
 */
async function unclaimedCapture(
  { shop, journal, mirror }: Pick<RecoveryDeps, 'shop' | 'journal' | 'mirror'>,
  captureId: string,
): Promise<IssuerTransaction | undefined> {
  const mid = await journal.mid(shop);
  if (mid === null) return undefined;
  const [row] = await mirror.unclaimed({ mid, type: 'capture', since: 0, transactionId: captureId });
  return row && needsExplaining(row, 'capture', mid) ? row : undefined;
}

/**
 * Leaves one to a person, where nobody can tell whose a capture of its voucher is.
 * @returns false where that could not be done now, because it is moving on
 */
async function contest(
  { shop, journal }: Pick<RecoveryDeps, 'shop' | 'journal'>,
  ref: string,
  reason = 'another till remembers a redemption of this voucher too',
): Promise<boolean> {
  const holder = await journal.holder(shop, ref);
  if (holder !== null && holder.kind !== 'tender') return true;
  const held = holder && (await journal.read(shop, holder.operationId));
  if (held === null || !['unknown', 'manager'].includes(held.standing.state)) return false;
  if (isContested(held.facts)) return true;
  return orElseLater(journal.append(held, { kind: 'manager', reason, evidence: 'gap-contested', candidates: [] }));
}

/** True if tills remember another redemption of the voucher that did not come back. */
async function isOtherContested(
  { shop, journal }: Pick<RecoveryDeps, 'shop' | 'journal'>,
  { id, ref }: TenderRecord,
): Promise<boolean> {
  return (await journal.ofVoucher(shop, ref)).some((other) => other.id !== id && isContested(other.facts));
}

/** @returns false where somebody else moved it on: the next round looks again */
async function orElseLater(writing: Promise<unknown>): Promise<boolean> {
  try {
    await writing;
    return true;
  } catch (error) {
    if (!(error instanceof Stale)) throw error;
    return false;
  }
}

/**
 * Keeps by which clock each that came back was dated.
 *
 * When a till had sent it, is told by the clock of the moment in which it came back. Once that was
 * set, or in another process, nobody can put it into the issuer's time.
 */
function createDating(clock: Clock) {
  const noted = new Map<string, number>();
  /** Our wall clock less the one that does not jump. */
  const clocks = () => clock.now() - clock.monotonic();
  return {
    clocks,
    note: (id: string, by: number) => void noted.set(id, by),
    isAsNow: (id: string) => Math.abs(clocks() - (noted.get(id) ?? Number.NEGATIVE_INFINITY)) <= CLOCK_JUMP_MS,
  };
}

/** When something was first sent: the journal has what was written before the gap. */
function sentSince(now: number, sentAgoMs: number, { fromAt }: Gap): number {
  return Math.max(now - sentAgoMs, fromAt);
}

function askerOf({ device, person }: Caller) {
  return { device, person };
}

function isExactly(row: IssuerTransaction, { ref, requested }: TenderRecord): boolean {
  const amount = usingValue(row, ref);
  return (
    row.succeeded === true &&
    row.createdAt !== null &&
    amount === magnitude(requested) &&
    isInCurrency(row, requested) &&
    hasKind(row, requested)
  );
}

/** Rows of items name no currency, and rows of money do. */
function hasKind({ currency }: IssuerTransaction, requested: TenderRecord['requested']): boolean {
  return isItems(requested) || currency !== '';
}

function captureOf(captureId: string, captured: number): Capture {
  return { captureId, authorizationId: null, captured, evidence: 'search', refundHandle: null, vouchers: [] };
}
