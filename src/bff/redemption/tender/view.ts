import { isKeyId } from '../../../contract/access/key.ts';
import { magnitude, unitOf, type VoucherValue, withMagnitude } from '../../../contract/money/money.ts';
import type { TenderView } from '../../../contract/redemption/tender.ts';
import type { TenderRecord } from '../journal/tender-store.ts';
import { heldIfUsedUp, heldWhenSent } from '../operation/snapshot.ts';
import { isOfOtherKind } from './other-kind.ts';
import { readRemaining } from './read-remaining.ts';

/**
 * Builds the response for a tender. It contains no ref.
 * @param undoUntil until when the caller may undo it, milliseconds UTC
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
 * Returns the balance after the capture, and what a single-use voucher lost.
 *
 * Both are returned only if confirmed: by the check that named the kind of voucher and how often it
 * can be used, or by the issuer's own answer to the redemption. After a refund they are unknown.
 */
function whatIsLeft({ standing, requested }: TenderRecord): Pick<TenderView, 'remaining' | 'held' | 'forfeited'> {
  const { capture, snapshot, sentAt, state } = standing;
  if (!capture || state === 'refunded') return { remaining: null, held: null, forfeited: null };
  const before = heldWhenSent(snapshot, sentAt);
  const expected = before === null ? null : before - capture.captured;
  const held = heldIfUsedUp(snapshot, sentAt, requested);
  const isKind = snapshot?.unit === unitOf(requested);
  const singleUse = snapshot?.singleUse ?? null;
  const rest = restOf({ expected, told: readRemaining(capture.vouchers, requested), isKind, singleUse });
  const gone = held === null ? 0 : held - capture.captured;
  return {
    remaining: rest === null ? null : withMagnitude(requested, rest),
    held: held === null ? null : withMagnitude(requested, held),
    forfeited: gone > 0 ? withMagnitude(requested, gone) : null,
  };
}

interface BalanceSources {
  /** The balance of the check before the capture, minus the capture. */
  readonly expected: number | null;
  /** The issuer's number in the answer to the capture. */
  readonly told: number | null;
  /** True if the check named the requested kind of value. */
  readonly isKind: boolean;
  readonly singleUse: boolean | null;
}

function restOf({ expected, told, isKind, singleUse }: BalanceSources): number | null {
  if (singleUse === true || told === 0) return 0;
  /* An answer that disagrees with the check may state the balance before the capture. */
  if (told !== null) return expected === null || told === expected ? told : null;
  if (expected === null || expected < 0 || !isKind) return null;
  return singleUse === false || expected === 0 ? expected : null;
}

/**
 * True if the whole requested amount was captured. A product-based voucher may be consumed whole,
 * so more items than requested are a full capture too.
 */
export function isFullCapture(requested: VoucherValue, captured: VoucherValue): boolean {
  return magnitude(captured) >= magnitude(requested);
}
