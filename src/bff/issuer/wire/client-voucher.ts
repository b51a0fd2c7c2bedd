import * as z from 'zod';
import type { ClientVoucher } from '../port.ts';
import { toVoucherState } from '../voucher-state.ts';
import { type CodedMessage, v3Error } from './meta.ts';
import { currencyCode, flag, idText, integer, label, possibleVoucherNumber } from './scalars.ts';
import { voucherStatus } from './status.ts';
import { parseExpiry } from './times.ts';

/** The voucher object of the client API v3. Links are not labels, so they are not truncated. */
const voucherSchema = z.object({
  voucher_code: idText,
  voucher_id: idText,
  name: label,
  status: label,
  expiration: label,
  currency: currencyCode,
  remaining_amount: integer,
  product_code: idText,
  product_name: label,
  is_value_based: flag,
  is_status_available: flag,
  is_multiple_use: flag,
  url: z.string().max(2048).nullish().catch(null),
  short_url: z.string().max(2048).nullish().catch(null),
  short_url_pin: idText,
});
type WireVoucher = z.infer<typeof voucherSchema>;

/** Reads GET /v3/vouchers/{id}; null if it contains no voucher with a code and an id. */
export function readVoucher(body: unknown, timeZone: string): ClientVoucher | null {
  const wire = z.object({ voucher: voucherSchema }).safeParse(body).data?.voucher;
  return wire === undefined ? null : toVoucher(wire, timeZone);
}

/**
 * The answer of GET /v3/vouchers?id=… and of an issuance: the vouchers, and with 207 the error that
 * stopped the remaining vouchers.
 */
export interface ClientVoucherList {
  readonly requestId: string | null;
  readonly vouchers: readonly ClientVoucher[];
  readonly error: CodedMessage | null;
}

/**
 * Reads a list of vouchers; null without a list, or if an entry has no code or no id, because no
 * voucher may get lost.
 */
export function readVoucherList(body: unknown, timeZone: string): ClientVoucherList | null {
  const wire = z.object({ request_id: idText, vouchers: z.array(voucherSchema) }).safeParse(body).data;
  const vouchers = wire?.vouchers.map((voucher) => toVoucher(voucher, timeZone));
  if (wire === undefined || !vouchers?.every((voucher) => voucher !== null)) return null;
  return { requestId: wire.request_id, vouchers, error: v3Error(body) };
}

/**
 * `voucher_code` is the ref for redeeming. Product-based vouchers count items; their currency is
 * empty.
 */
function toVoucher(wire: WireVoucher, timeZone: string): ClientVoucher | null {
  if (wire.voucher_code === null || wire.voucher_id === null) return null;
  const productName = wire.product_name ?? wire.name ?? wire.product_code ?? '';
  const state = toVoucherState('client', {
    ref: wire.voucher_code,
    status: wire.is_status_available === false ? 'unknown' : voucherStatus(wire.status),
    rawStatus: wire.status,
    holds: possibleVoucherNumber(wire.remaining_amount),
    unit: wire.is_value_based === false ? 'items' : wire.currency,
    expiresAt: wire.expiration === null ? null : (parseExpiry(wire.expiration, timeZone)?.at ?? null),
    product: wire.product_code === null ? null : { code: wire.product_code, name: productName },
    singleUse: wire.is_multiple_use === null ? null : !wire.is_multiple_use,
  });
  return {
    ...state,
    voucherId: wire.voucher_id,
    name: wire.name,
    url: wire.url ?? null,
    shortUrl: wire.short_url ?? null,
    shortUrlPin: wire.short_url_pin,
  };
}
