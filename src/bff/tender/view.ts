import { magnitude, type Worth, withMagnitude } from '../../contract/money.ts';
import type { TenderView } from '../../contract/tender.ts';
import type { TenderRecord } from '../journal/store.ts';

/** A snapshot older than this says nothing about what a voucher holds now. */
const REMAINING_FROM_SNAPSHOT_MS = 10 * 60_000;

/**
 * A tender as the screens see it: no more than the journal says, and no ref.
 * @param undoUntil until when whoever asks may undo it, milliseconds UTC
 */
export function tenderView(tender: TenderRecord, undoUntil: number | null): TenderView {
  const { standing, requested } = tender;
  return {
    id: tender.id,
    state: standing.state,
    requested,
    captured: standing.capture && withMagnitude(requested, standing.capture.captured),
    remaining: remainingAfter(tender),
    captureId: standing.capture?.captureId ?? null,
    authorizationId: standing.capture?.authorizationId ?? null,
    refusal: standing.refusal,
    vouchers: standing.capture?.vouchers ?? [],
    canUndoUntil: undoUntil === null ? null : new Date(undoUntil).toISOString(),
    saleId: tender.saleId,
    last4: tender.last4,
    createdAt: new Date(tender.createdAt).toISOString(),
    changedAt: new Date(standing.changedAt).toISOString(),
    person: tender.person.name,
    device: tender.device.name,
  };
}

/** What the check before the capture said, less the capture; null where that check is missing, old, or does not fit, and after a refund. */
function remainingAfter({ standing, requested }: TenderRecord): Worth | null {
  const { capture, snapshot, sentAt, state } = standing;
  if (
    !capture ||
    state === 'refunded' ||
    snapshot?.remaining == null ||
    sentAt === null ||
    sentAt - snapshot.at > REMAINING_FROM_SNAPSHOT_MS
  )
    return null;
  if (snapshot.singleUse) return withMagnitude(requested, 0);
  const left = snapshot.remaining - capture.captured;
  return left >= 0 ? withMagnitude(requested, left) : null;
}

/** True when all that was asked for was taken. A product-based voucher may be consumed whole, so more items than asked are a full capture too. */
export function isFullCapture(requested: Worth, captured: Worth): boolean {
  return magnitude(captured) >= magnitude(requested);
}
