import { isItems, isSameKind, magnitude, unitOf, type VoucherValue } from '../../../contract/money/money.ts';
import type { Source } from '../../../contract/voucher/voucher.ts';
import type { Issuer } from '../../issuer/port.ts';
import { countAlike, type Snapshot } from '../operation/snapshot.ts';

/** A voucher and the value requested from it. */
interface Requested {
  readonly ref: string;
  readonly requested: VoucherValue;
  readonly snapshot: Snapshot | null;
}

/** Returns the current balance in the requested unit; null if unknown. */
export async function remainingOf(
  issuer: Pick<Issuer, 'checkByRef'>,
  { ref, requested, snapshot }: Requested,
): Promise<number | null> {
  const checked = await issuer.checkByRef(ref);
  if (checked.outcome !== 'found') return null;
  const { remaining, holds, unit, sources } = checked.value;
  if (snapshot !== null && !isComparable(snapshot, requested, sources.holds)) return null;
  /* A check without a unit is compared with a snapshot without a unit; most vouchers contain money.
   */
  if (remaining === null) return isItems(requested) || (unit !== null && unit !== requested.currency) ? null : holds;
  return isSameKind(remaining, requested) ? magnitude(remaining) : null;
}

/**
 * True if an earlier number has the same unit and was read from the same interface. Other numbers
 * prove nothing about a change of the balance.
 */
function isComparable(snapshot: Snapshot, requested: VoucherValue, later: Source | null): boolean {
  return (snapshot.unit == null || snapshot.unit === unitOf(requested)) && countAlike(snapshot, later);
}
