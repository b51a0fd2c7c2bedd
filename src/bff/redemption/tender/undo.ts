import { LIMITS } from '../../../contract/access/limits.ts';
import { TENDER_STATES } from '../../../contract/redemption/states.ts';
import { hasRedeemed } from '../../../contract/redemption/tender.ts';
import type { TenderRecord } from '../journal/tender-store.ts';

/**
 * Returns until when a person may undo this tender, if it is their last capture.
 * @returns milliseconds UTC; null if it is another person's, captured nothing, or is too old
 */
export function undoEndsAt(tender: TenderRecord, personId: string, now: number): number | null {
  if (tender.person.id !== personId || !TENDER_STATES[tender.status.state].undoable) return null;
  const ends = tender.status.changedAt + LIMITS.undoForMs;
  return now < ends ? ends : null;
}

/**
 * True if a tender belongs to the last sale of a person. The customer may still be present.
 * @param latest the person's latest tenders, newest first; those without a capture, or refunded, do
 * not count
 */
export function isOfLastSale(tender: TenderRecord, latest: readonly TenderRecord[]): boolean {
  const last = latest.find(({ status }) => hasRedeemed(status.state));
  return last !== undefined && (last.id === tender.id || (last.saleId !== null && last.saleId === tender.saleId));
}
