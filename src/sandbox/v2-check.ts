import { Hono } from 'hono';
import * as z from 'zod';
import { clientAndPair } from './auth.ts';
import { PRODUCT_CLASS } from './credentials.ts';
import type { Deps } from './deps.ts';
import type { Env } from './env.ts';
import { dayMonthYear } from './formats.ts';
import { jsonBody, respond } from './json.ts';
import { failedReply, succeededReply } from './merchant-replies.ts';
import { stateOf } from './states.ts';

const REFS_MAX = 100;
const checkSchema = z.object({ voucher_settlement_refs: z.array(z.string().min(1).max(64)).min(1).max(REFS_MAX) });

/**
 * POST /v2/catalogs/{product_class}/vouchers/actions/check (legacy): status, expiration and
 * remaining value (cents, or items) by displayed or settlement ref. Refs that are not found are
 * left out of `data`.
 */
export function legacyCheckRoutes({ ledger, now, shops }: Deps): Hono<Env> {
  return new Hono<Env>().post(
    '/v2/catalogs/:product_class/vouchers/actions/check',
    clientAndPair(now, shops),
    async (c) => {
      const request = checkSchema.safeParse(await jsonBody(c));
      if (!request.success) return respond(c, failedReply('ERV0009', 'The request is not valid'));
      const refs = c.req.param('product_class') === PRODUCT_CLASS ? request.data.voucher_settlement_refs : [];
      const data = refs.flatMap((ref) => {
        const voucher = ledger.voucherBySettlementRef(ref);
        if (voucher === undefined) return [];
        return {
          voucher_settlement_ref: ref,
          status: stateOf(voucher, now()),
          expiration_date: dayMonthYear(voucher.expires_at),
          remaining_value: voucher.remaining,
        };
      });
      return respond(c, succeededReply({ data }));
    },
  );
}
