import type { PracticeVoucher } from '../../contract/people.ts';

export type VoucherGroup = PracticeVoucher['group'];

/** The order in which a newcomer meets them. */
const ORDER: readonly VoucherGroup[] = ['everyday', 'kinds', 'refused', 'physical', 'trouble'];

/** Practice vouchers under their headings, empty groups left out; within a group the order stays. */
export function groupVouchers(
  vouchers: readonly PracticeVoucher[],
): { readonly group: VoucherGroup; readonly vouchers: readonly PracticeVoucher[] }[] {
  const grouped = ORDER.map((group) => ({ group, vouchers: vouchers.filter((voucher) => voucher.group === group) }));
  return grouped.filter((entry) => entry.vouchers.length > 0);
}
