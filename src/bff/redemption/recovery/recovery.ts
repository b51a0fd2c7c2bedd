import { isItems, magnitude } from '../../../contract/money/money.ts';
import type { ConfirmedTender, UnconfirmedTender } from '../../../contract/redemption/journal.ts';
import { requestedValue } from '../../../contract/redemption/tender.ts';
import { isOffsetSure, issuerTime } from '../../issuer/issuer-time.ts';
import type { Mirror } from '../../issuer/mirror/mirror.ts';
import type { IssuerTransaction } from '../../issuer/port.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import type { Keys } from '../../platform/base/keys.ts';
import type { Clock } from '../../platform/base/ports.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Gap, GapStore } from '../../platform/store/journal-gaps.ts';
import { codeValue, followLink, readCode } from '../check/resolve.ts';
import { refHash } from '../journal/ref-hash.ts';
import { foundCapture, isContested, isRecovered, wasCalledWhileUndecidable } from '../journal/tender-facts.ts';
import type { NewTender, TenderJournal, TenderRecord } from '../journal/tender-store.ts';
import { Stale } from '../operation/stale.ts';
import { isInCurrency, usingValue } from '../settle/candidates.ts';
import type { FollowUp } from '../settle/cases.ts';
import { CLOCK_JUMP_MS } from '../settle/limits.ts';
import { needsExplaining, refOf } from '../settle/sweep.ts';
import { DOUBT_CLOCK_SET_MS } from './limits.ts';

export interface RecoveryDeps extends Pick<Ports, 'shop' | 'clock' | 'log' | 'issuer'> {
  readonly journal: Pick<
    TenderJournal,
    'recover' | 'read' | 'append' | 'capture' | 'claimed' | 'holder' | 'inStates' | 'mid' | 'ofVoucher'
  >;
  readonly mirror: Pick<Mirror, 'unclaimed'>;
  readonly followUp: FollowUp;
  readonly gaps: Pick<GapStore, 'hadPrograms' | 'noteUnrestored' | 'hasUnrestored'>;
  readonly keys: Pick<Keys, 'hash'>;
}

/**
 * Restores redemptions that the journal had lost. It uses what tills remember and what the issuer
 * shows. Nothing is ever sent for them.
 */
export interface Recovery {
  /**
   * Restores, as unknown, a redemption that a till sent and got no answer for. It takes the
   * voucher's lock. If another operation holds it, also one of a sister shop, the redemption is not
   * restored, and a person assigns each capture of the voucher.
   * @returns false while that redemption is being sent, so that no manager can be called yet
   */
  restoreUnconfirmed(caller: Caller, operation: UnconfirmedTender, gap: Gap): Promise<boolean>;
  /**
   * Restores, as captured, a redemption whose result the till received and the journal lacks. It
   * claims the capture that the till received, also if the issuer took it back since, which becomes
   * a case of its own.
   * @returns false until the issuer's row appears; a row that already has a case stays with it
   */
  restoreCaptured(caller: Caller, redemption: ConfirmedTender, gap: Gap): Promise<boolean>;
  /**
   * Assigns a capture to a redemption restored as unknown if it can belong to no other operation.
   * All tills have to report what they remember first. If programs, which do not report, may have
   * redeemed too, a person assigns each capture.
   */
  explain(gap: Gap): Promise<void>;
  /** Leaves all open redemptions to a person, because a till has not reported. */
  contestAll(): Promise<void>;
  /** Restored redemptions with an unknown outcome or with a manager. */
  unsettled(): Promise<readonly TenderRecord[]>;
}

export function createRecovery(deps: RecoveryDeps): Recovery {
  const { shop, journal, issuer, clock, log, followUp } = deps;
  const dating = createDating(clock);

  const unsettled = async () =>
    (await journal.inStates(shop, ['intent', 'sent', 'unknown'])).filter(({ facts }) => isRecovered(facts));
  /** Undecided redemptions, including those in a manager's list only because of their age. */
  const undecided = async () =>
    (await journal.inStates(shop, ['unknown', 'manager'])).filter(
      ({ facts, status }) => status.state === 'unknown' || wasCalledWhileUndecidable(facts),
    );

  async function explainOne(tender: TenderRecord, hadPrograms: boolean): Promise<void> {
    const { sentAt } = tender.status;
    const offset = issuer.clockOffset();
    const mid = await journal.mid(shop);
    /* Settling continues, and calls a manager for redemptions that stay unexplained. */
    if (mid === null || sentAt === null || !isOffsetSure(offset) || !dating.isAsNow(tender.id)) return;
    const since = issuerTime(sentAt, offset) - (offset?.errorMs ?? 0);
    const rows = (await deps.mirror.unclaimed({ mid, type: 'capture', since })).filter(
      (row) => needsExplaining(row, 'capture', mid) && usingValue(row, tender.ref) !== undefined,
    );
    const [row, ...more] = rows;
    /* A redemption that another till remembers was not restored, because this one had the voucher's
       lock. The row may belong to either of them. */
    if (row !== undefined && (hadPrograms || (await isOtherContested(deps, tender, sentAt - DOUBT_CLOCK_SET_MS)))) {
      await leaveToPerson(deps, tender.ref, hadPrograms ? 'an API client may have redeemed this voucher' : undefined);
      return;
    }
    if (row === undefined || more.length > 0 || !isExactly(row, tender)) return;
    await writeUnlessStale(
      journal.capture(tender, { kind: 'captured', ...foundCapture(row.transactionId, magnitude(tender.requested)) }),
    );
    log.warn(
      { operationId: tender.id, kind: 'tender', last4: tender.last4 },
      'a redemption missing from the journal was captured',
    );
  }

  return {
    unsettled,
    async restoreUnconfirmed(caller, { id, body, sentAgoMs }, gap) {
      const parsed = readCode(body.code);
      const ref = parsed.kind === 'ref' ? parsed.ref : ((await followLink(issuer, parsed.voucherId))?.ref ?? null);
      if (ref === null) return true;
      const { saleId = null, receiptNo = null, entry = null } = body;
      const sold = { ref, saleId, receiptNo, entry, requested: requestedValue(body) };
      const common = { id, shop: caller.shop, code: codeValue(parsed), ...sold };
      const { returnVouchersInfo = true } = body;
      const tender: NewTender = { ...common, ...callerOf(caller), returnVouchersInfo };
      const datedBy = dating.clocks();
      /* The clock offset at sending is unknown. Settling alone then accepts no row for it until a
         person decides or all tills have reported. */
      const started = await journal.recover(tender, sentSince(clock.now(), sentAgoMs, gap), null, null);
      if (started?.outcome === 'voucher-open') {
        await deps.gaps.noteUnrestored(gap.id, id, refHash(deps.keys, ref));
        return leaveToPerson(deps, ref);
      }
      if (started?.outcome !== 'new') return true;
      dating.note(id, datedBy);
      log.warn(
        { operationId: id, kind: 'tender', last4: started.record.last4 },
        'a till had sent a redemption that the journal had lost',
      );
      followUp('tender', id);
      return true;
    },
    async restoreCaptured(caller, { id, captureId, captured, saleId = null, receiptNo = null }, gap) {
      const row = await unclaimedCapture(deps, captureId);
      /* A row that belongs to another operation, or is a manager's case, needs no further work. */
      if (row === undefined) return (await journal.claimed(shop, [captureId])).has(captureId);
      const ref = refOf(row);
      if (row.vouchers.length !== 1 || usingValue(row, ref) !== magnitude(captured)) return true;
      const details = { saleId, receiptNo, entry: null, returnVouchersInfo: false };
      const code = codeValue({ kind: 'ref', ref });
      const tender: NewTender = { ...callerOf(caller), ...details, id, shop, code, ref, requested: captured };
      const started = await journal.recover(
        tender,
        gap.fromAt,
        issuer.clockOffset(),
        foundCapture(captureId, magnitude(captured)),
      );
      if (started?.outcome === 'new')
        log.warn(
          { operationId: id, kind: 'tender', last4: started.record.last4 },
          'a redemption missing from the journal was found to be captured',
        );
      return true;
    },
    async contestAll() {
      for (const tender of await undecided())
        await leaveToPerson(deps, tender.ref, 'not all tills have reported what they remember');
    },
    async explain(gap) {
      const hadPrograms = await deps.gaps.hadPrograms(gap);
      for (const tender of await undecided()) if (isRecovered(tender.facts)) await explainOne(tender, hadPrograms);
    },
  };
}

/**
 * Finds the issuer's capture of this shop by its id, if it is unclaimed. Its age does not matter:
 * if our clock was set since the gap, the start of the gap cannot be converted to the issuer's
 * time.
 */
async function unclaimedCapture(
  { shop, journal, mirror }: Pick<RecoveryDeps, 'shop' | 'journal' | 'mirror'>,
  captureId: string,
): Promise<IssuerTransaction | undefined> {
  const mid = await journal.mid(shop);
  if (mid === null) return undefined;
  return (await mirror.unclaimed({ mid, type: 'capture', since: 0, transactionId: captureId }))[0];
}

/**
 * Leaves a redemption to a person if it is uncertain which one a capture of its voucher belongs to.
 * @returns false if the redemption is changing, so that this is impossible now
 */
async function leaveToPerson(
  { shop, journal }: Pick<RecoveryDeps, 'shop' | 'journal'>,
  ref: string,
  reason = 'another till also reported a redemption of this voucher',
): Promise<boolean> {
  const holder = await journal.holder(shop, ref);
  /* A sister shop's captures have another mid. Waiting for its redemption, which may wait for a
     till here, would keep both shops closed. */
  if (holder !== null && (holder.kind !== 'tender' || holder.shop !== shop)) return true;
  const held = holder && (await journal.read(shop, holder.operationId));
  if (held === null || !['unknown', 'manager'].includes(held.status.state)) return false;
  if (isContested(held.facts)) return true;
  return writeUnlessStale(journal.append(held, { kind: 'manager', reason, evidence: 'gap-contested', candidates: [] }));
}

/** True if tills remember another redemption of the voucher that was not restored. */
async function isOtherContested(
  { shop, journal, gaps, keys }: Pick<RecoveryDeps, 'shop' | 'journal' | 'gaps' | 'keys'>,
  { id, ref }: TenderRecord,
  since: number,
): Promise<boolean> {
  if (await gaps.hasUnrestored(refHash(keys, ref), id, since)) return true;
  return (await journal.ofVoucher(shop, ref)).some((other) => other.id !== id && isContested(other.facts));
}

/**
 * Waits for a write.
 * @returns false if another caller changed the record; the next round tries again
 */
async function writeUnlessStale(writing: Promise<unknown>): Promise<boolean> {
  try {
    await writing;
    return true;
  } catch (error) {
    if (!(error instanceof Stale)) throw error;
    return false;
  }
}

/**
 * Remembers the clock that dated each restored redemption. The time of sending is calculated from
 * the clock at the moment of the restore. After that clock was set, or in another process, that
 * time cannot be converted to the issuer's.
 */
function createDating(clock: Clock) {
  const noted = new Map<string, number>();
  /** Our wall clock minus the monotonic clock. */
  const clocks = () => clock.now() - clock.monotonic();
  return {
    clocks,
    note: (id: string, by: number) => void noted.set(id, by),
    isAsNow: (id: string) => Math.abs(clocks() - (noted.get(id) ?? Number.NEGATIVE_INFINITY)) <= CLOCK_JUMP_MS,
  };
}

/**
 * Returns the time when a redemption was first sent, which is in the gap, because the journal
 * contains earlier ones.
 */
function sentSince(now: number, sentAgoMs: number, { fromAt }: Gap): number {
  return Math.max(now - sentAgoMs, fromAt);
}

function callerOf({ device, person }: Caller) {
  return { device, person };
}

function isExactly(row: IssuerTransaction, { ref, requested }: TenderRecord): boolean {
  const amount = usingValue(row, ref);
  return (
    row.status === 'succeeded' &&
    row.createdAt !== null &&
    amount === magnitude(requested) &&
    isInCurrency(row, requested) &&
    hasKind(row, requested)
  );
}

/** Rows of items name no currency; rows of money do. */
function hasKind({ currency }: IssuerTransaction, requested: TenderRecord['requested']): boolean {
  return isItems(requested) || currency !== '';
}
