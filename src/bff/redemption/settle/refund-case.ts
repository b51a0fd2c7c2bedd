import { LIMITS } from '../../../contract/access/limits.ts';
import { type VoucherValue, withMagnitude } from '../../../contract/money/money.ts';
import { isRefundOpen } from '../../../contract/redemption/refund.ts';
import type { IssuerTransaction } from '../../issuer/port.ts';
import type { Scope } from '../../platform/base/scope.ts';
import { mayFollowRefund } from '../journal/refund-facts.ts';
import type { RefundJournal, RefundRecord } from '../journal/refund-store.ts';
import { mayFollowTender } from '../journal/tender-facts.ts';
import type { TenderRecord } from '../journal/tender-store.ts';
import { type CaseKind, callOf, type ManagerCall } from './cases.ts';
import { searchedCases } from './searched-case.ts';
import type { SettleDeps, UnsettledOperation } from './settle.ts';

export interface RefundCaseDeps extends SettleDeps {
  readonly shop: Scope;
  readonly refunds: RefundJournal;
  /** True if nothing may be concluded: the journal lost operations that may explain the rows. */
  readonly isRefundHeld?: (refund: RefundRecord) => boolean;
  /** True if a fitting row may belong to a tender that the journal lost: a manager then decides. */
  readonly isRefundAmbiguous?: (refund: RefundRecord, row: IssuerTransaction) => Promise<boolean>;
}

/** Settles refunds as captures are settled: a row is found, or "none" is proved. */
export function refundCases(deps: RefundCaseDeps): CaseKind {
  const { refunds, shop } = deps;
  return searchedCases(deps, {
    kind: 'refund',
    shop,
    journal: refunds,
    isOpen: isRefundOpen,
    last4: ({ tender }: RefundRecord) => tender.last4,
    unsettled: async (refund) =>
      unsettledRefund(refund, refundSearch(refund, await refunds.ofTender(shop, refund.tender.id))),
    ...(deps.isRefundHeld && { isHeld: deps.isRefundHeld }),
    async found(refund, row) {
      if (await deps.isRefundAmbiguous?.(refund, row)) return refunds.append(refund, perhapsAnothers([row]));
      return refunds.refunded(refund, { kind: 'refunded', refundId: row.transactionId, evidence: 'search' });
    },
    nothing: (refund, reason) => closeAsNotRefunded(refunds, refund, reason),
    again() {
      throw new Error('A refund is sent once');
    },
  });
}

/** Leaves refunds that the issuer shows to a manager, because they may be another tender's. */
export function perhapsAnothers(rows: readonly IssuerTransaction[]): ManagerCall {
  return callOf({
    do: 'manager',
    code: 'gap-refund',
    reason: 'the issuer shows a refund of it, or of a redemption that the journal had lost',
    rows,
  });
}

/** Finding no row proves nothing if the issuer reports that it was done before. */
async function closeAsNotRefunded(refunds: RefundJournal, refund: RefundRecord, reason: string): Promise<RefundRecord> {
  if (!isReportedDone(refund)) return refunds.append(refund, { kind: 'not_refunded', reason });
  if (refund.standing.state === 'manager') return refund;
  const contradicted = 'the issuer says that it was done before, but no row shows it';
  return refunds.append(refund, {
    kind: 'manager',
    reason: contradicted,
    evidence: 'answer-contradicts',
    candidates: [],
  });
}

/** Since when to search for a refund's row, and ids of earlier rows; null if not known. */
export interface RefundSearch {
  readonly since: number;
  readonly seen: readonly string[] | null;
}

/**
 * Returns where the row of a refund may be.
 *
 * An earlier attempt at the same capture may have succeeded after all, whatever its recorded
 * outcome. Its row then also answers this one, so the search begins with the first attempt. If the
 * issuer reports an earlier refund and no attempt was made here, the search begins with the
 * redemption. It goes back a day at most: older rows are left to a manager.
 * @param all refunds of the tender, oldest first
 */
export function refundSearch(refund: RefundRecord, all: readonly RefundRecord[]): RefundSearch {
  const sentOrCreatedAt = refund.standing.sentAt ?? refund.createdAt;
  const earlier = all.find(
    ({ id, standing }) => id !== refund.id && standing.sentAt !== null && standing.sentAt <= sentOrCreatedAt,
  );
  const first = earlier?.standing ?? (isReportedDone(refund) ? refund.tender.standing : refund.standing);
  const since = Math.max(first.sentAt ?? sentOrCreatedAt, sentOrCreatedAt - LIMITS.sweepBackMs);
  return { since, seen: first.snapshot?.seen ?? null };
}

/**
 * True if the capture was already refunded, according to the issuer's answer or its rows after a
 * gap.
 */
function isReportedDone({ facts }: RefundRecord): boolean {
  return facts.some(
    ({ fact }) =>
      fact.kind === 'unknown' && (fact.evidence === 'answer-contradicts' || fact.evidence === 'journal-gap'),
  );
}

/** True if both the refund and the tender can still be marked as refunded. */
export function mayBecomeRefunded({ standing, tender }: RefundRecord): boolean {
  return mayFollowRefund(standing.state, 'refunded') && mayFollowTender(tender.standing.state, 'refunded');
}

/** Returns the amount of a refund of this tender: the whole capture. */
export function refundedValue({ requested, standing }: TenderRecord): VoucherValue {
  if (!standing.capture) throw new Error('A refund is of a capture');
  return withMagnitude(requested, standing.capture.captured);
}

function unsettledRefund({ shop, tender, standing }: RefundRecord, { since, seen }: RefundSearch): UnsettledOperation {
  const { snapshot, offset, state } = standing;
  return {
    kind: 'refund',
    shop,
    ref: tender.ref,
    requested: refundedValue(tender),
    snapshot: snapshot && { ...snapshot, seen: seen && [...seen] },
    attempts: standing.attempts,
    sentAt: since,
    offset,
    withManager: state === 'manager',
    attemptAgainAt: null,
    isTakenOver: false,
  };
}
