import type { StoredVoucher } from './ledger-schema.ts';

/** The five states of the specification, in the words of v2. */
export type State = 'Active' | 'Inactive' | 'Expired' | 'Trashed' | 'Used';

/**
 * Returns the state of a voucher at an instant. Expiry comes first because "any" state becomes
 * Expired when the date passes; a voucher without a balance is Used.
 */
export function stateOf(voucher: Pick<StoredVoucher, 'state' | 'remaining' | 'expires_at'>, now: number): State {
  if (now > voucher.expires_at) return 'Expired';
  if (voucher.state === 'trashed') return 'Trashed';
  if (voucher.state === 'inactive') return 'Inactive';
  return voucher.remaining === 0 ? 'Used' : 'Active';
}

/** The same states in the lower-case words of v3. */
export const V3_STATUS: Readonly<Record<State, string>> = {
  Active: 'active',
  Inactive: 'inactive',
  Expired: 'expired',
  Trashed: 'voided',
  Used: 'used',
};

const LINK = 'https://vouchers.example/v/';

/** Returns the link of a digital voucher, ending with its id; a physical card has none. */
export function linkOf(voucher: Pick<StoredVoucher, 'id' | 'sequence'>): string | null {
  return voucher.sequence === null ? `${LINK}${voucher.id}` : null;
}
