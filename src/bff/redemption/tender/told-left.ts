import { AMOUNT_MAX, isItems, type Worth } from '../../../contract/money/money.ts';
import type { VoucherInfo } from '../../../contract/redemption/tender.ts';

/** Names under which the issuer's interfaces tell what a voucher holds. */
const HOLDS = ['remaining_value', 'remaining_amount'];
const WHOLE = /^\d{1,10}$/;

/**
 * Reads what the issuer told with a redemption about what is left.
 *
 * That is `return_vouchers_info`, in the kind of worth that was asked for. The shape is published
 * nowhere: a number counts only beside its currency, or without one where items were asked for.
 * @returns minor units or items; null when nothing was told, of several vouchers, or of another
 * kind
 */
export function toldLeft(vouchers: readonly VoucherInfo[], requested: Worth): number | null {
  const [info] = vouchers;
  if (info === undefined || vouchers.length > 1) return null;
  const holds = HOLDS.map((name) => info[name]).find((text) => text !== undefined && WHOLE.test(text));
  const isKind = (info['currency'] ?? '').toUpperCase() === (isItems(requested) ? '' : requested.currency);
  return holds === undefined || !isKind || Number(holds) > AMOUNT_MAX ? null : Number(holds);
}
