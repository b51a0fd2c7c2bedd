import { AMOUNT_MAX } from '../../../contract/money/limits.ts';
import { isItems, type VoucherValue } from '../../../contract/money/money.ts';
import type { VoucherInfo } from '../../../contract/redemption/tender.ts';

/** Field names for a balance in the issuer's interfaces. */
const HOLDS = ['remaining_value', 'remaining_amount'];
const DIGITS = /^\d{1,10}$/;

/**
 * Reads the remaining balance from the issuer's answer to a redemption. It is in
 * `return_vouchers_info`, whose shape is not published. A number counts only with its currency, or
 * without a currency if items were requested.
 * @returns minor units or items; null without a balance, for several vouchers, or for another kind
 * of value
 */
export function readRemaining(vouchers: readonly VoucherInfo[], requested: VoucherValue): number | null {
  const [info] = vouchers;
  if (info === undefined || vouchers.length > 1) return null;
  const holds = HOLDS.map((name) => info[name]).find((text) => text !== undefined && DIGITS.test(text));
  const isKind = (info['currency'] ?? '').toUpperCase() === (isItems(requested) ? '' : requested.currency);
  return holds === undefined || !isKind || Number(holds) > AMOUNT_MAX ? null : Number(holds);
}
