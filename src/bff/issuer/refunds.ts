import { pathSegment } from './host.ts';
import { refundMismatch } from './mismatch.ts';
import type { Operate } from './operate.ts';
import type { Issuer } from './port.ts';
import { refundBody } from './wire/operations.ts';
import { readVouchersInfo } from './wire/vouchers-info.ts';

/** Refunds over the connection of redeeming. */
export function createRefund(operate: Operate, productClass: string): Issuer['refund'] {
  return async (order, onFirstByte) => {
    const { scope, captureId, ref } = order;
    const segment = pathSegment(`${scope}-${captureId}`);
    if (segment === null) return { outcome: 'not-sent', reason: 'no capture id' };
    return operate(
      {
        name: 'refund',
        path: `/v1/transactions/${segment}/actions/refund?return_vouchers_info=true`,
        body: refundBody(ref, productClass),
        ref,
        mismatch: (answer) => refundMismatch(answer, order),
        read: ({ refundId, mid, vouchers }) =>
          refundId === null ? null : { refundId, mid, vouchers: readVouchersInfo(vouchers, ref) },
      },
      onFirstByte,
    );
  };
}
