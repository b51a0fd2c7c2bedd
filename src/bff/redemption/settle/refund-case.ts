import { LIMITS } from '../../../contract/access/limits.ts';
import { type Worth, withMagnitude } from '../../../contract/money/money.ts';
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
  /** True if nothing may be concluded: the journal lost what may explain the rows. */
  readonly isRefundHeld?: (refund: RefundRecord) => boolean;
  /** True if a fitting row may be of a tender that the journal lost: a manager then decides. */
  readonly isRefundAmbiguous?: (refund: RefundRecord, row: IssuerTransaction) => Promise<boolean>;
}

/** Finds out about a refund as about a capture: a row is found, or "none" is proved. */
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
    nothing: (refund, reason) => provedNothing(refunds, refund, reason),
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

/** Finding nothing proves nothing where the issuer says that it was done before. */
async function provedNothing(refunds: RefundJournal, refund: RefundRecord, reason: string): Promise<RefundRecord> {
  if (!isSaidToBeDone(refund)) return refunds.append(refund, { kind: 'not_refunded', reason });
  /* A manager has it, and knows. */
  if (refund.standing.state === 'manager') return refund;
  const contradicted = 'the issuer says that it was done before, but no row shows it';
  return refunds.append(refund, {
    kind: 'manager',
    reason: contradicted,
    evidence: 'answer-contradicts',
    candidates: [],
  });
}

/** From when a refund's row is looked for, and ids of those there before; null if not known. */
export interface RefundSearch {
  /** Our time. */
  readonly since: number;
  readonly seen: readonly string[] | null;
}

/**
 * Where the row of a refund may be.
 *
 * An earlier attempt at the same capture may have come through after all, whatever was said of it;
 * then its row is the answer to this one too, so the search begins with the first of them. Where
 * the issuer says that it was done before and nobody here has tried, it begins with the redemption.
 * It goes back a day at most: what is older is for a manager.
 * @param all refunds of the tender, oldest first
 */
export function refundSearch(refund: RefundRecord, all: readonly RefundRecord[]): RefundSearch {
  const own = refund.standing.sentAt ?? refund.createdAt;
  const earlier = all.find(
    ({ id, standing }) => id !== refund.id && standing.sentAt !== null && standing.sentAt <= own,
  );
  const first = earlier?.standing ?? (isSaidToBeDone(refund) ? refund.tender.standing : refund.standing);
  const since = Math.max(first.sentAt ?? own, own - LIMITS.sweepBackMs);
  return { since, seen: first.snapshot?.seen ?? null };
}

/** Whether the capture was given back before, by the issuer's answer or by its rows after a gap. */
function isSaidToBeDone({ facts }: RefundRecord): boolean {
  return facts.some(
    ({ fact }) =>
      fact.kind === 'unknown' && (fact.evidence === 'answer-contradicts' || fact.evidence === 'journal-gap'),
  );
}

/** Whether refund and tender can both still take the news that the capture was given back. */
export function mayBecomeRefunded({ standing, tender }: RefundRecord): boolean {
  return mayFollowRefund(standing.state, 'refunded') && mayFollowTender(tender.standing.state, 'refunded');
}

/** What a refund of this tender gives back: all that was captured. */
export function refundedWorth({ requested, standing }: TenderRecord): Worth {
  if (!standing.capture) throw new Error('A refund is of a capture');
  return withMagnitude(requested, standing.capture.captured);
}

function unsettledRefund({ shop, tender, standing }: RefundRecord, { since, seen }: RefundSearch): UnsettledOperation {
  const { snapshot, offset, state } = standing;
  return {
    kind: 'refund',
    shop,
    ref: tender.ref,
    requested: refundedWorth(tender),
    snapshot: snapshot && { ...snapshot, seen: seen && [...seen] },
    attempts: standing.attempts,
    sentAt: since,
    offset,
    withManager: state === 'manager',
    attemptAgainAt: null,
    isTakenOver: false,
  };
}
