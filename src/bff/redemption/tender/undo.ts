import { LIMITS } from '../../../contract/access/limits.ts';
import { TENDER_STATES } from '../../../contract/redemption/states.ts';
import { hasTaken } from '../../../contract/redemption/tender.ts';
import type { TenderRecord } from '../journal/tender-store.ts';

/** Who may undo a redemption without a manager, and how long. */

/**
 * Until when a person may undo this tender, being the last that took something.
 * @returns milliseconds UTC; null when it is somebody else's, took nothing, or is too long ago
 */
export function undoEnds(tender: TenderRecord, personId: string, now: number): number | null {
  if (tender.person.id !== personId || !TENDER_STATES[tender.standing.state].undoable) return null;
  const ends = tender.standing.changedAt + LIMITS.undoForMs;
  return now < ends ? ends : null;
}

/**
 * Whether a tender belongs to the last sale of a person. The customer may still be there then.
 * @param latest the person's latest tenders, newest first; those that took nothing, or have given
 * it back, do not count
 */
export function isOfLastSale(tender: TenderRecord, latest: readonly TenderRecord[]): boolean {
  const last = latest.find(({ standing }) => hasTaken(standing.state));
  return last !== undefined && (last.id === tender.id || (last.saleId !== null && last.saleId === tender.saleId));
}
