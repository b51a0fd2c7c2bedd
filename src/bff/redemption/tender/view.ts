import { isKeyId } from '../../../contract/access/key.ts';
import { magnitude, unitOf, type VoucherValue, withMagnitude } from '../../../contract/money/money.ts';
import type { TenderView } from '../../../contract/redemption/tender.ts';
import type { TenderRecord } from '../journal/tender-store.ts';
import { balanceIfUsedUp, balanceWhenSent } from '../operation/snapshot.ts';
import { contradictsKindSetting } from './contradicts-kind-setting.ts';
import { readRemaining } from './read-remaining.ts';

/**
 * Builds the response for a tender. It contains no ref.
 * @param undoUntil until when the caller may undo it, milliseconds UTC
 */
export function tenderView(tender: TenderRecord, undoUntil: number | null): TenderView {
  const { status, requested } = tender;
  return {
    id: tender.id,
    state: status.state,
    requested,
    captured: status.capture && withMagnitude(requested, status.capture.captured),
    ...(contradictsKindSetting(tender)
      ? { remaining: null, held: null, forfeited: null, otherKind: true as const }
      : remainingAfter(tender)),
    product: status.snapshot?.product ?? null,
    expires: status.snapshot?.expiresAt == null ? null : new Date(status.snapshot.expiresAt).toISOString(),
    captureId: status.capture?.captureId ?? null,
    authorizationId: status.capture?.authorizationId ?? null,
    refusal: status.refusal,
    vouchers: tender.returnVouchersInfo ? (status.capture?.vouchers ?? []) : [],
    canUndoUntil: undoUntil === null ? null : new Date(undoUntil).toISOString(),
    saleId: tender.saleId,
    receiptNo: tender.receiptNo,
    entry: tender.entry,
    last4: tender.last4,
    createdAt: new Date(tender.createdAt).toISOString(),
    changedAt: new Date(status.changedAt).toISOString(),
    person: tender.person.name,
    device: tender.device.name,
    ...(isKeyId(tender.device.id) && { key: true as const }),
  };
}

/**
 * Returns the balance after the capture, and the forfeited amount of a single-use voucher.
 *
 * Both are returned only if confirmed: by the check that named the kind of voucher and how often it
 * can be used, or by the issuer's own answer to the redemption. After a refund they are unknown.
 */
function remainingAfter({ status, requested }: TenderRecord): Pick<TenderView, 'remaining' | 'held' | 'forfeited'> {
  const { capture, snapshot, sentAt, state } = status;
  if (!capture || state === 'refunded') return { remaining: null, held: null, forfeited: null };
  const before = balanceWhenSent(snapshot, sentAt);
  const expected = before === null ? null : before - capture.captured;
  const held = balanceIfUsedUp(snapshot, sentAt, requested);
  const isKind = snapshot?.unit === unitOf(requested);
  const singleUse = snapshot?.singleUse ?? null;
  const rest = restOf({ expected, balanceInAnswer: readRemaining(capture.vouchers, requested), isKind, singleUse });
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
  readonly balanceInAnswer: number | null;
  /** True if the check named the requested kind of value. */
  readonly isKind: boolean;
  readonly singleUse: boolean | null;
}

function restOf({ expected, balanceInAnswer, isKind, singleUse }: BalanceSources): number | null {
  if (singleUse === true || balanceInAnswer === 0) return 0;
  /* If answer and check disagree, the answer may contain the balance from before the capture. */
  if (balanceInAnswer !== null) return expected === null || balanceInAnswer === expected ? balanceInAnswer : null;
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
