import { LIMITS } from '../../../contract/access/limits.ts';
import { magnitude } from '../../../contract/money/money.ts';
import { mayBeMoney } from '../../../contract/redemption/row-status.ts';
import { isOffsetSure, issuerTime } from '../../issuer/issuer-time.ts';
import type { IssuerTransaction } from '../../issuer/port.ts';
import type { RefundRecord } from '../journal/refund-store.ts';
import { mayFollowTender } from '../journal/tender-facts.ts';
import type { TenderRecord } from '../journal/tender-store.ts';
import { isInCurrency, usingValue } from './candidates.ts';
import { mayBecomeRefunded, refundedValue } from './refund-case.ts';

/** True if an operation of this shop has to explain a row: it names our mid, so it is ours. */
export function needsExplaining(row: IssuerTransaction, kind: 'capture' | 'refund', mid: string): boolean {
  return row.type === kind && mayBeMoney(row) && row.mid === mid;
}

/**
 * True while a row proves nothing yet. One that is still being processed is given the time in which
 * late captures are expected, one with an unknown word only W. After that, a manager judges it.
 * @param now the issuer's clock
 */
export function isUndecidedYet({ status, createdAt }: IssuerTransaction, now: number, settleWindowMs: number): boolean {
  if (status !== 'pending' && status !== 'unknown') return false;
  return createdAt !== null && now - createdAt < (status === 'pending' ? LIMITS.sweepBackMs : settleWindowMs);
}

/** Returns the ref that a row of our operations would name; empty if the row names none. */
export function refOf(row: IssuerTransaction): string {
  return row.vouchers[0]?.ref ?? '';
}

/**
 * Finds the tender whose late capture a row is, among those recorded without a capture.
 *
 * The row states success, names its voucher and its currency, was made at most a day after the
 * tender was sent, is new, and captured no more than requested. It names no other voucher, because
 * we redeem one at a time. A tender of exactly that amount is preferred, then the newest.
 * A tender that was not sent cannot have made it: the capture is another one's, made twice.
 * @param closed tenders that are declined or not_captured; a tender that has changed since it was
 * listed is not considered
 */
export function findLateTender(
  row: IssuerTransaction,
  closed: readonly TenderRecord[],
): { tender: TenderRecord; captured: number } | null {
  const fitting = closed.flatMap((tender) => {
    const captured = usingValue(row, tender.ref);
    const { snapshot, sentAt, offset } = tender.status;
    if (tender.status.state === 'not_sent') return [];
    if (row.status !== 'succeeded' || row.vouchers.length > 1 || !mayFollowTender(tender.status.state, 'late_capture'))
      return [];
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
 * must be equal and the row state success. Of several refunds, the oldest is chosen, because a
 * capture is refunded once.
 * @param closed refunds that are not_refunded; a refund that has changed since it was listed is not
 * considered
 */
export function findLateRefund(row: IssuerTransaction, closed: readonly RefundRecord[]): RefundRecord | null {
  const fitting = closed.filter((refund) => {
    const { tender, status } = refund;
    const { snapshot, sentAt, offset } = status;
    if (row.status !== 'succeeded' || !mayBecomeRefunded(refund)) return false;
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

interface SentTimes {
  readonly sentAt: number | null;
  readonly offset: TenderRecord['status']['offset'];
  /** Null if search did not show the earlier rows. */
  readonly seen: readonly string[] | null;
}

/**
 * True if a row was certainly made after a request was sent. A row without a time may be older, and
 * so may a row within the clock tolerance unless the earlier rows are known. If the issuer's clock
 * is unknown or inexact, any row may be older.
 */
function isAfter({ createdAt, transactionId }: IssuerTransaction, { sentAt, offset, seen }: SentTimes): boolean {
  if (createdAt === null || sentAt === null || seen?.includes(transactionId)) return false;
  if (seen === null && !isOffsetSure(offset)) return false;
  const sent = issuerTime(sentAt, offset);
  const pad = (seen === null ? 0 : LIMITS.candidatePadMs) + (offset?.errorMs ?? 0);
  return createdAt >= sent - pad && createdAt <= sent + LIMITS.sweepBackMs;
}
