import * as z from 'zod';
import { PRODUCT_CLASS } from './credentials.ts';
import { plainTime } from './formats.ts';
import type { Ledger } from './ledger.ts';
import { stateOf } from './states.ts';

/** `return_vouchers_info`: absent is false. */
export const infoFlagSchema = z.enum(['true', 'false']).default('false');

/**
 * The `vouchers` of a redeem or refund answer with `return_vouchers_info=true`, in their state
 * afterwards. The specification does not show their shape: these are the fields of its own voucher
 * entries and of the check by ref.
 */
export function voucherInfo(ledger: Ledger, refs: readonly string[], now: number) {
  return refs.flatMap((ref) => {
    const voucher = ledger.voucherByRef(ref);
    if (voucher === undefined) return [];
    return {
      ref: voucher.ref,
      product_class: PRODUCT_CLASS,
      product_code: voucher.product_code,
      product_label: voucher.product_name,
      remaining_value: voucher.remaining,
      currency: voucher.currency,
      expiration_date: plainTime(voucher.expires_at),
      status: stateOf(voucher, now),
    };
  });
}
