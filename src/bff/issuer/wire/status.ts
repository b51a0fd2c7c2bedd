import type { VoucherStatus } from '../../../contract/voucher/voucher.ts';

/** The statuses of v2 and v3; v2's `Trashed` and v3's `voided` have the same meaning. */
const STATUS_BY_TEXT: ReadonlyMap<string, VoucherStatus> = new Map([
  ['active', 'active'],
  ['inactive', 'inactive'],
  ['expired', 'expired'],
  ['trashed', 'void'],
  ['voided', 'void'],
  ['void', 'void'],
  ['used', 'used'],
]);

/** Maps a status, ignoring case; `unknown` for an unfamiliar one. */
export function voucherStatus(text: string | null): VoucherStatus {
  return STATUS_BY_TEXT.get(text?.toLowerCase() ?? '') ?? 'unknown';
}
