import { LIMITS } from '../../../contract/access/limits.ts';
import { magnitude } from '../../../contract/money/money.ts';
import { isSure, issuerTime } from '../../issuer/issuer-time.ts';
import type { IssuerTransaction } from '../../issuer/port.ts';
import type { RefundRecord } from '../journal/refund-store.ts';
import { mayFollowTender } from '../journal/tender-facts.ts';
import type { TenderRecord } from '../journal/tender-store.ts';
import { isInCurrency, usingValue } from './candidates.ts';
import { mayBecomeRefunded, refundedValue } from './refund-case.ts';

/** True if an operation of this shop has to explain a row: it names our mid, so it is ours. */
export function needsExplaining(row: IssuerTransaction, kind: 'capture' | 'refund', mid: string): boolean {
  return row.type === kind && row.succeeded !== false && row.mid === mid;
}

/** Returns the ref that a row of our operations would name; empty if it names none. */
export function refOf(row: IssuerTransaction): string {
  return row.vouchers[0]?.ref ?? '';
}

/**
 * Finds the tender whose late capture a row is, among those recorded without a capture.
 *
 * The row names its voucher and its currency, was made at most a day after the tender was sent, is
 * new, and captured no more than requested. It names no other voucher, because we redeem one at a
 * time. A tender of exactly that amount is preferred, then the newest.
 * @param closed tenders that are declined, not_sent or not_captured; one that has changed since it
 * was listed fits nothing
 */
export function lateTender(
  row: IssuerTransaction,
  closed: readonly TenderRecord[],
): { tender: TenderRecord; captured: number } | null {
  const fitting = closed.flatMap((tender) => {
    const captured = usingValue(row, tender.ref);
    const { snapshot, sentAt, offset } = tender.standing;
    if (row.vouchers.length > 1 || !mayFollowTender(tender.standing.state, 'late_capture')) return [];
    if (captured == null || captured < 1 || captured > magnitude(tender.requested)) return [];
    if (!isInCurrency(row, tender.requested) || !isAfter(row, { sentAt, offset, seen: snapshot?.seen ?? null }))
      return [];
    return [{ tender, captured, exact: captured === magnitude(tender.requested), sentAt: sentAt ?? 0 }];
  });
  const [best] = fitting.sort((a, b) => Number(b.exact) - Number(a.exact) || b.sentAt - a.sentAt);
  return best ? { tender: best.tender, captured: best.captured } : null;
}

/**
 * Finds the refund that a late Refund row belongs to, among those recorded as not made. The amount
 * must be equal. Of several it is the oldest, because a capture is refunded once.
 * @param closed refunds that are not_refunded; one that has changed since it was listed fits
 * nothing
 */
export function lateRefund(row: IssuerTransaction, closed: readonly RefundRecord[]): RefundRecord | null {
  const fitting = closed.filter((refund) => {
    const { tender, standing } = refund;
    const { snapshot, sentAt, offset } = standing;
    if (!mayBecomeRefunded(refund)) return false;
    const exact = usingValue(row, tender.ref) === magnitude(refundedValue(tender));
    return (
      exact && isInCurrency(row, tender.requested) && isAfter(row, { sentAt, offset, seen: snapshot?.seen ?? null })
    );
  });
  return fitting[0] ?? null;
}

/**
 * Returns the earliest sending time of a request that could appear as a row created at `createdAt`.
 */
export function earliestSent(createdAt: number): number {
  return createdAt - LIMITS.sweepBackMs - LIMITS.candidatePadMs;
}

interface Sent {
  readonly sentAt: number | null;
  readonly offset: TenderRecord['standing']['offset'];
  /** Null if search did not show the earlier rows. */
  readonly seen: readonly string[] | null;
}

/**
 * True if a row was made after something was sent; a row without a time could have any.
 *
 * If the earlier rows are unknown, the pad for clocks that disagree would let older rows in. If the
 * issuer's clock was unknown too, or only roughly known because ours had been set, old and new rows
 * are indistinguishable.
 */
function isAfter({ createdAt, transactionId }: IssuerTransaction, { sentAt, offset, seen }: Sent): boolean {
  if (createdAt === null || sentAt === null || seen?.includes(transactionId)) return false;
  if (seen === null && !isSure(offset)) return false;
  const sent = issuerTime(sentAt, offset);
  const pad = (seen === null ? 0 : LIMITS.candidatePadMs) + (offset?.errorMs ?? 0);
  return createdAt >= sent - pad && createdAt <= sent + LIMITS.sweepBackMs;
}
