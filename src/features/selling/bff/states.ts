import type { ClientVoucher } from '../../../bff/issuer/port.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import type { IssuedVoucher, VoucherNow } from '../contract/issue.ts';
import type { VoucherCalls } from './issuer-calls.ts';
import { notForSale, statesUnclear } from './problems.ts';

/**
 * Reads the current state of an issue's vouchers from the issuer, as many as one request allows.
 * @param from position of the first one
 * @throws Problem 404 `not-sold-here` without client credentials, 502 `issuer-unclear`
 */
export async function statesNow(
  issuer: Pick<VoucherCalls, 'vouchersById'>,
  vouchers: readonly IssuedVoucher[],
  from: number,
  signal?: AbortSignal,
): Promise<VoucherNow[]> {
  const chunk = vouchers.slice(from, from + LIMITS.voucherIdsMax);
  if (chunk.length === 0) return [];
  const states = await issuer.vouchersById(
    chunk.map(({ voucherId }) => voucherId),
    signal,
  );
  switch (states.outcome) {
    case 'found':
      return mergeStatesInOrder(chunk, states.value, from);
    case 'absent':
      return mergeStatesInOrder(chunk, [], from);
    case 'not-configured':
      throw notForSale();
    case 'unclear':
      throw statesUnclear();
    default:
      return states satisfies never;
  }
}

/** Returns the vouchers in the requested order, with `unknown` if missing from the answer. */
function mergeStatesInOrder(
  vouchers: readonly IssuedVoucher[],
  states: readonly ClientVoucher[],
  from: number,
): VoucherNow[] {
  const byId = new Map(states.map((voucher) => [voucher.voucherId.toLowerCase(), voucher]));
  return vouchers.map(({ voucherId }, index) => {
    const now = byId.get(voucherId.toLowerCase());
    return {
      position: from + index,
      status: now?.status ?? 'unknown',
      remaining: now?.remaining ?? null,
      expires: now?.expiresAt == null ? null : new Date(now.expiresAt).toISOString(),
    };
  });
}
