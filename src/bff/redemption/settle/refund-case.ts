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
  readonly isRefundUndecidable?: (refund: RefundRecord) => boolean;
  /**
   * True if a fitting row may belong to a tender that the journal lost: a manager has to decide.
   */
  readonly isRefundAmbiguous?: (refund: RefundRecord, row: IssuerTransaction) => Promise<boolean>;
}

/** Settles refunds: finds the issuer's row of a refund, or proves that there is none. */
export function createRefundCaseKind(deps: RefundCaseDeps): CaseKind {
  const { refunds, shop } = deps;
  return searchedCases(deps, {
    kind: 'refund',
    shop,
    journal: refunds,
    isOpen: isRefundOpen,
    last4: ({ tender }: RefundRecord) => tender.last4,
    unsettled: async (refund) =>
      unsettledRefund(refund, refundSearch(refund, await refunds.ofTender(shop, refund.tender.id))),
    ...(deps.isRefundUndecidable && { isUndecidable: deps.isRefundUndecidable }),
    async found(refund, row) {
      if (await deps.isRefundAmbiguous?.(refund, row)) return refunds.append(refund, callForAmbiguousRefund([row]));
      return refunds.refunded(refund, { kind: 'refunded', refundId: row.transactionId, evidence: 'search' });
    },
    nothing: (refund, reason) => closeAsNotRefunded(refunds, refund, reason),
    attemptAgain() {
      throw new Error('A refund can be sent only once');
    },
  });
}

/** Leaves refunds that the issuer shows to a manager, because they may be another tender's. */
export function callForAmbiguousRefund(rows: readonly IssuerTransaction[]): ManagerCall {
  return callOf({
    do: 'manager',
    code: 'gap-refund',
    reason: 'the issuer lists a refund of this redemption, or of one that the journal had lost',
    rows,
  });
}

/** Finding no row proves nothing if the issuer reports an earlier refund. */
async function closeAsNotRefunded(refunds: RefundJournal, refund: RefundRecord, reason: string): Promise<RefundRecord> {
  if (!isReportedDone(refund)) return refunds.append(refund, { kind: 'not_refunded', reason });
  if (refund.status.state === 'manager') return refund;
  const contradicted = 'the issuer reports that it was already refunded, but lists no transaction for it';
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
 * outcome. Its row also settles this refund, so the search begins with the first attempt. If the
 * issuer reports an earlier refund and no attempt was made here, the search begins with the
 * redemption. It goes back a day at most: older rows are left to a manager.
 * @param all refunds of the tender, oldest first
 */
export function refundSearch(refund: RefundRecord, all: readonly RefundRecord[]): RefundSearch {
  const sentOrCreatedAt = refund.status.sentAt ?? refund.createdAt;
  const earlier = all.find(
    ({ id, status }) => id !== refund.id && status.sentAt !== null && status.sentAt <= sentOrCreatedAt,
  );
  const first = earlier?.status ?? (isReportedDone(refund) ? refund.tender.status : refund.status);
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
export function mayBecomeRefunded({ status, tender }: RefundRecord): boolean {
  return mayFollowRefund(status.state, 'refunded') && mayFollowTender(tender.status.state, 'refunded');
}

/** Returns the amount of a refund of this tender: the whole capture. */
export function refundedValue({ requested, status }: TenderRecord): VoucherValue {
  if (!status.capture) throw new Error('A refund must belong to a capture');
  return withMagnitude(requested, status.capture.captured);
}

function unsettledRefund({ shop, tender, status }: RefundRecord, { since, seen }: RefundSearch): UnsettledOperation {
  const { snapshot, offset, state } = status;
  return {
    kind: 'refund',
    shop,
    ref: tender.ref,
    requested: refundedValue(tender),
    snapshot: snapshot && { ...snapshot, seen: seen && [...seen] },
    attempts: status.attempts,
    sentAt: since,
    offset,
    withManager: state === 'manager',
    balanceForSecondAttempt: null,
    isTakenOver: false,
  };
}
