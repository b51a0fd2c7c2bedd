import type { VoucherStatus } from '../../../contract/voucher/voucher.ts';

/** Words of v2 and v3 for the states of a voucher; v2's Trashed and v3's voided are one state. */
const STATUS_WORDS: ReadonlyMap<string, VoucherStatus> = new Map([
  ['active', 'active'],
  ['inactive', 'inactive'],
  ['expired', 'expired'],
  ['trashed', 'void'],
  ['voided', 'void'],
  ['void', 'void'],
  ['used', 'used'],
]);

/** The state that a word means, compared without case; `unknown` for a new word. */
export function voucherStatus(word: string | null): VoucherStatus {
  return STATUS_WORDS.get(word?.toLowerCase() ?? '') ?? 'unknown';
}
