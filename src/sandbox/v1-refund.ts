import { Hono } from 'hono';
import * as z from 'zod';
import type { WireAnswer } from './answer.ts';
import { PRODUCT_CLASS, type SandboxShop } from './credentials.ts';
import type { Deps } from './deps.ts';
import type { Env } from './env.ts';
import { jsonBody, respond } from './json.ts';
import { failedReply, succeededReply } from './merchant-replies.ts';
import { recordTransaction } from './record.ts';
import { infoFlagSchema, voucherInfo } from './voucher-info.ts';

/** `{scope}-{capture_id}`, with the scope of DEMO and UAT. */
const HANDLE = /^edr-(\d{1,37})$/;
const refundSchema = z.object({
  vouchers: z
    .array(z.object({ product_class: z.literal(PRODUCT_CLASS), ref: z.string() }))
    .min(1)
    .max(20),
});

/**
 * POST /v1/transactions/{scope}-{capture_id}/actions/refund: reverses a whole capture, once, naming
 * all of its vouchers.
 */
export function merchantRefundRoutes(deps: Deps): Hono<Env> {
  return new Hono<Env>().post('/v1/transactions/:handle/actions/refund', async (c) => {
    const captureId = HANDLE.exec(c.req.param('handle'))?.[1];
    const request = refundSchema.safeParse(await jsonBody(c));
    const info = infoFlagSchema.safeParse(c.req.query('return_vouchers_info'));
    if (captureId === undefined || !request.success || !info.success) {
      return respond(c, failedReply('ERV0009', 'The request is not valid'));
    }
    const shop = c.get('shop');
    const refs = request.data.vouchers.map(({ ref }) => ref);
    return deps.delivery.deliver(c, deps.faults.draw(), () =>
      refundInShop(deps, shop, { captureId, refs, withInfo: info.data === 'true' }),
    );
  });
}

export interface CheckedRefundRequest {
  readonly captureId: string;
  readonly refs: readonly string[];
  readonly withInfo: boolean;
}

/** Refunds a capture in a shop, with the same effect as its API call. */
export function refundInShop(
  deps: Pick<Deps, 'ledger' | 'now' | 'seed'>,
  shop: SandboxShop,
  { captureId, refs, withInfo }: CheckedRefundRequest,
): WireAnswer {
  const { ledger, now } = deps;
  return ledger.atomically(() => {
    const capture = ledger.transaction(captureId);
    if (capture?.type !== 'Capture') return failedReply('ERV0001', 'The capture does not exist');
    if (capture.refund_id !== null) return failedReply('ERV0077', 'The capture has already been refunded');
    const entries = ledger.entries(captureId);
    const captured = entries.map(({ ref }) => ref);
    if (!sameRefs(refs, captured)) return failedReply('ERV0009', 'The vouchers are not those of the capture');
    const { amount, currency } = capture;
    const vouchers = entries.map(({ ref, using_value }) => ({ ref, using_value, taken: 0 }));
    const refundId = recordTransaction(deps, { type: 'Refund', mid: shop.mid, amount, currency, entries: vouchers });
    ledger.markRefunded(captureId, refundId, now());
    for (const { ref, taken } of entries) ledger.giveBack(ref, taken);
    return succeededReply({
      data: { refund_id: refundId, mid: shop.mid },
      ...(withInfo && { vouchers: voucherInfo(ledger, refs, now()) }),
    });
  });
}

function sameRefs(requested: readonly string[], captured: readonly string[]): boolean {
  return requested.length === captured.length && captured.every((ref) => requested.includes(ref));
}
