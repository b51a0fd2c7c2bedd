import { Hono } from 'hono';
import * as z from 'zod';
import type { WireAnswer } from './answer.ts';
import type { SandboxShop } from './credentials.ts';
import type { Terms } from './delivery.ts';
import type { Deps } from './deps.ts';
import type { Env } from './env.ts';
import { type Fault, faultNamed } from './fault-table.ts';
import { jsonBody, respond } from './json.ts';
import type { StoredTransactionType } from './ledger-schema.ts';
import { failedReply, succeededReply } from './merchant-replies.ts';
import { recordTransaction } from './record.ts';
import { halvedUses, judgeRedeem, type Use } from './redeem.ts';
import { infoFlagSchema, voucherInfo } from './voucher-info.ts';

/** Vouchers in one redeem request; the specification gives no limit. */
const ENTRIES_MAX = 20;
const AMOUNT_MAX = 1_000_000_000;

const redeemSchema = z.object({
  /**
   * Currency of the value-based vouchers; meaningless for product-based ones, which have none.
   */
  currency: z.string().max(3).optional(),
  vouchers: z
    .array(
      z.object({
        product_class: z.string(),
        ref: z.string().min(1).max(64),
        value: z.int().min(1).max(AMOUNT_MAX).optional(),
      }),
    )
    .min(1)
    .max(ENTRIES_MAX),
  /** Older fields that callers may send. Only the automatic capture exists here. */
  acceptance_point_ref: z.string().max(100).optional(),
  capture_mode: z.literal('auto').optional(),
});
export type RedeemRequest = z.infer<typeof redeemSchema>;

/** POST /v1/transactions: captures an amount from one or several vouchers, all or nothing. */
export function redeemRoutes(deps: Deps): Hono<Env> {
  return new Hono<Env>().post('/v1/transactions', async (c) => {
    const request = redeemSchema.safeParse(await jsonBody(c));
    const info = infoFlagSchema.safeParse(c.req.query('return_vouchers_info'));
    if (!request.success || !info.success) return respond(c, failedReply('ERV0009', 'The request is not valid'));
    const shop = c.get('shop');
    const fault = deps.faults.draw() ?? sentinelFault(deps, request.data);
    return deps.delivery.deliver(c, fault, (terms) =>
      redeemInShop(deps, shop, request.data, info.data === 'true', terms),
    );
  });
}

const judge = ({ ledger, now }: Pick<Deps, 'ledger' | 'now'>, { vouchers, currency }: RedeemRequest) =>
  judgeRedeem(vouchers, currency, ledger.voucherByRef, now());

/**
 * A sentinel voucher fails only if a normal one would have been redeemed: otherwise it is declined
 * as usual.
 */
function sentinelFault(deps: Deps, request: RedeemRequest): Fault | undefined {
  const judged = judge(deps, request);
  const sentinel = judged.ok ? judged.uses.find(({ voucher }) => voucher.fault !== null) : undefined;
  return faultNamed(sentinel?.voucher.fault ?? null);
}

/** Redeems in a shop, with the same effect as its API call. */
export function redeemInShop(
  deps: Recording,
  shop: SandboxShop,
  request: RedeemRequest,
  withInfo: boolean,
  terms: Terms,
): WireAnswer {
  const { ledger, now } = deps;
  return ledger.atomically(() => {
    const judged = judge(deps, request);
    if (!judged.ok) return failedReply(judged.code, judged.text);
    const captured = terms.partial ? halvedUses(judged.uses) : judged.uses;
    const authorizationId = record(deps, shop, 'Authorization', judged.uses, terms);
    const captureId = record(deps, shop, 'Capture', captured, terms);
    for (const { voucher, taken } of captured) ledger.setRemaining(voucher.ref, voucher.remaining - taken);
    const refs = captured.map(({ voucher }) => voucher.ref);
    return succeededReply({
      data: {
        authorization_id: authorizationId,
        capture_id: captureId,
        mid: shop.mid,
        captured_amount: total(captured),
        authorized_amount: total(judged.uses),
      },
      links: [{ rel: 'refund', href: `/api/transactions/edr-${captureId}/actions/refund` }],
      ...(withInfo && { vouchers: voucherInfo(ledger, refs, now()) }),
    });
  });
}

const total = (uses: readonly Use[]) => uses.reduce((sum, { using }) => sum + using, 0);

type Recording = Pick<Deps, 'ledger' | 'now' | 'seed'>;

/** Adds one transaction over the given uses; only a capture changes its vouchers. */
function record(
  deps: Recording,
  shop: SandboxShop,
  type: StoredTransactionType,
  uses: readonly Use[],
  { searchLagMs }: Terms,
): string {
  const money = uses.every(({ voucher }) => voucher.value_based);
  return recordTransaction(deps, {
    type,
    mid: shop.mid,
    amount: money ? total(uses) : null,
    currency: money ? (uses[0]?.voucher.currency ?? null) : null,
    entries: uses.map(({ voucher, using, taken }) => ({
      ref: voucher.ref,
      using_value: using,
      taken: type === 'Capture' ? taken : 0,
    })),
    searchLagMs,
  });
}
