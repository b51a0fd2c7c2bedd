import type { ClientVoucher, IssuerAdmin } from '../../../bff/issuer/admin-port.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import type { IssuedVoucher, VoucherNow } from '../contract/issue.ts';
import { notSoldHere, statesUnclear } from './problems.ts';

/**
 * Reads the current state of an issue's vouchers from the issuer, as many as one request allows.
 * @param from position of the first one
 * @throws Problem 404 `not-sold-here` without client credentials, 502 `issuer-unclear`
 */
export async function statesNow(
  issuer: Pick<IssuerAdmin, 'vouchersById'>,
  vouchers: readonly IssuedVoucher[],
  from: number,
  signal?: AbortSignal,
): Promise<VoucherNow[]> {
  const asked = vouchers.slice(from, from + LIMITS.voucherIdsMax);
  if (asked.length === 0) return [];
  const told = await issuer.vouchersById(
    asked.map(({ voucherId }) => voucherId),
    signal,
  );
  switch (told.outcome) {
    case 'found':
      return merged(asked, told.value, from);
    case 'absent':
      return merged(asked, [], from);
    case 'not-configured':
      throw notSoldHere();
    case 'unclear':
      throw statesUnclear();
    default:
      return told satisfies never;
  }
}

/** In the requested order; those missing from the answer are unknown. */
function merged(asked: readonly IssuedVoucher[], told: readonly ClientVoucher[], from: number): VoucherNow[] {
  const byId = new Map(told.map((voucher) => [voucher.voucherId.toLowerCase(), voucher]));
  return asked.map(({ voucherId }, index) => {
    const now = byId.get(voucherId.toLowerCase());
    return {
      position: from + index,
      status: now?.status ?? 'unknown',
      remaining: now?.remaining ?? null,
      expires: now?.expiresAt == null ? null : new Date(now.expiresAt).toISOString(),
    };
  });
}
