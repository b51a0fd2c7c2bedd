import { isKeyId } from '../../../contract/access/key.ts';
import { magnitude, unitOf, type Worth, withMagnitude } from '../../../contract/money/money.ts';
import type { TenderView } from '../../../contract/redemption/tender.ts';
import type { TenderRecord } from '../journal/tender-store.ts';
import { heldIfUsedUp, heldWhenSent } from '../operation/snapshot.ts';
import { isOfOtherKind } from './other-kind.ts';
import { toldLeft } from './told-left.ts';

/**
 * Shows a tender to the screens: what the journal says, and no ref.
 * @param undoUntil until when whoever asks may undo it, milliseconds UTC
 */
export function tenderView(tender: TenderRecord, undoUntil: number | null): TenderView {
  const { standing, requested } = tender;
  return {
    id: tender.id,
    state: standing.state,
    requested,
    captured: standing.capture && withMagnitude(requested, standing.capture.captured),
    ...(isOfOtherKind(tender)
      ? { remaining: null, held: null, forfeited: null, otherKind: true as const }
      : whatIsLeft(tender)),
    product: standing.snapshot?.product ?? null,
    expires: standing.snapshot?.expiresAt == null ? null : new Date(standing.snapshot.expiresAt).toISOString(),
    captureId: standing.capture?.captureId ?? null,
    authorizationId: standing.capture?.authorizationId ?? null,
    refusal: standing.refusal,
    vouchers: standing.capture?.vouchers ?? [],
    canUndoUntil: undoUntil === null ? null : new Date(undoUntil).toISOString(),
    saleId: tender.saleId,
    receiptNo: tender.receiptNo,
    entry: tender.entry,
    last4: tender.last4,
    createdAt: new Date(tender.createdAt).toISOString(),
    changedAt: new Date(standing.changedAt).toISOString(),
    person: tender.person.name,
    device: tender.device.name,
    ...(isKeyId(tender.device.id) && { key: true as const }),
  };
}

/**
 * Says what the voucher holds after the capture, and what a single-use one lost.
 *
 * It is said only where somebody confirmed it: the check that named the kind of voucher and how
 * often it can be used, or the issuer's own answer to the redemption. After a refund nobody knows.
 */
function whatIsLeft({ standing, requested }: TenderRecord): Pick<TenderView, 'remaining' | 'held' | 'forfeited'> {
  const { capture, snapshot, sentAt, state } = standing;
  if (!capture || state === 'refunded') return { remaining: null, held: null, forfeited: null };
  const before = heldWhenSent(snapshot, sentAt);
  const expected = before === null ? null : before - capture.captured;
  const held = heldIfUsedUp(snapshot, sentAt, requested);
  const isKind = snapshot?.unit === unitOf(requested);
  const singleUse = snapshot?.singleUse ?? null;
  const rest = restOf({ expected, told: toldLeft(capture.vouchers, requested), isKind, singleUse });
  const gone = held === null ? 0 : held - capture.captured;
  return {
    remaining: rest === null ? null : withMagnitude(requested, rest),
    held: held === null ? null : withMagnitude(requested, held),
    forfeited: gone > 0 ? withMagnitude(requested, gone) : null,
  };
}

interface Known {
  /** What the check before the capture said, less the capture. */
  readonly expected: number | null;
  /** What the issuer said with the capture. */
  readonly told: number | null;
  /** The check named the kind of worth that was asked for. */
  readonly isKind: boolean;
  readonly singleUse: boolean | null;
}

function restOf({ expected, told, isKind, singleUse }: Known): number | null {
  if (singleUse === true || told === 0) return 0;
  /* An answer that does not agree with the check may tell what was there before. */
  if (told !== null) return expected === null || told === expected ? told : null;
  if (expected === null || expected < 0 || !isKind) return null;
  return singleUse === false || expected === 0 ? expected : null;
}

/**
 * Whether all that was asked for was taken.
 *
 * A product-based voucher may be consumed whole, so more items than asked are a full capture too.
 */
export function isFullCapture(requested: Worth, captured: Worth): boolean {
  return magnitude(captured) >= magnitude(requested);
}
