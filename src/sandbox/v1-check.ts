import { Hono } from 'hono';
import { PRODUCT_CLASS, type SandboxShop } from './credentials.ts';
import type { Deps } from './deps.ts';
import type { Env } from './env.ts';
import { plainTime } from './formats.ts';
import { respond } from './json.ts';
import { failedReply, succeededReply } from './merchant-replies.ts';
import { recordTransaction } from './record.ts';
import { stateOf } from './states.ts';

/** Records that a shop checked a voucher. */
export function logCheck(deps: Pick<Deps, 'ledger' | 'now' | 'seed'>, { mid }: SandboxShop, ref: string): void {
  const entries = [{ ref, using_value: 0, taken: 0 }];
  recordTransaction(deps, { type: 'Other', mid, amount: null, currency: null, entries });
}

/**
 * GET /v1/vouchers/{product_class}-{ref}: the balance of a voucher, by its displayed ref. Expired
 * and used ones are answered too (by date and by a balance of zero); inactive and void ones fail.
 * Each answered check is logged as a transaction of type Other.
 */
export function merchantCheckRoutes(deps: Deps): Hono<Env> {
  const { ledger, now } = deps;
  return new Hono<Env>().get('/v1/vouchers/:handle', (c) => {
    const handle = c.req.param('handle');
    const prefix = `${PRODUCT_CLASS}-`;
    const voucher = handle.startsWith(prefix) ? ledger.voucherByRef(handle.slice(prefix.length)) : undefined;
    if (voucher === undefined) return respond(c, failedReply('ERV0001', undefined, 404));
    const state = stateOf(voucher, now());
    if (state === 'Inactive') return respond(c, failedReply('ERV0009', 'The voucher must be activated before use'));
    if (state === 'Trashed') return respond(c, failedReply('ERV0006'));
    ledger.atomically(() => logCheck(deps, c.get('shop'), voucher.ref));
    return respond(
      c,
      succeededReply({
        data: {
          product_code: voucher.product_code,
          product_label: voucher.product_name,
          remaining_value: voucher.remaining,
          expiration_date: plainTime(voucher.expires_at),
        },
        links: [{ rel: 'authorize', href: '/transactions' }],
      }),
    );
  });
}
