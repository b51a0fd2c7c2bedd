import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { scopeOnly } from './auth.ts';
import { type ClientCode, clientFailure } from './client-replies.ts';
import type { Deps } from './deps.ts';
import type { Env } from './env.ts';
import { isoWithOffset } from './formats.ts';
import { respond } from './json.ts';
import type { Voucher } from './ledger-schema.ts';
import { linkOf, stateOf, V3_STATUS } from './states.ts';

const IDS_MAX = 20;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The voucher object of v3. A physical card has no link, so its link fields are left out. */
export function voucherObject(voucher: Voucher, now: number) {
  const link = linkOf(voucher);
  return {
    voucher_code: voucher.ref,
    voucher_id: voucher.id,
    name: voucher.product_name,
    status: V3_STATUS[stateOf(voucher, now)],
    expiration: isoWithOffset(voucher.expires_at),
    currency: voucher.currency,
    remaining_amount: voucher.remaining,
    product_code: voucher.product_code,
    product_name: voucher.product_name,
    is_value_based: voucher.value_based === 1,
    is_status_available: true,
    is_multiple_use: voucher.multiple_use === 1,
    ...(link !== null && {
      url: link,
      short_url: `https://vouchers.example/s/${voucher.id.slice(0, 8)}`,
      short_url_pin: voucher.pin,
    }),
  };
}

/**
 * GET /v3/vouchers/{id} and GET /v3/vouchers?id=…: one voucher, or 1 to 20 of them; unknown ids are
 * left out of a list.
 */
export function voucherRoutes({ ledger, now }: Deps): Hono<Env> {
  const mayRead = scopeOnly('read_vouchers', now);
  return new Hono<Env>()
    .get('/v3/vouchers/:id', mayRead, (c) => {
      const id = c.req.param('id').toLowerCase();
      if (!UUID.test(id)) return respond(c, clientFailure('400-67B'));
      const voucher = ledger.voucherById(id);
      if (voucher === undefined) return respond(c, clientFailure('404-001'));
      return c.json({ request_id: randomUUID(), voucher: voucherObject(voucher, now()) });
    })
    .get('/v3/vouchers', mayRead, (c) => {
      const ids = (c.req.query('id') ?? '').toLowerCase().split(',');
      const wrong = wrongIds(ids);
      if (wrong !== null) return respond(c, clientFailure(wrong));
      const found = ids.flatMap((id) => ledger.voucherById(id) ?? []);
      return c.json({ request_id: randomUUID(), vouchers: found.map((voucher) => voucherObject(voucher, now())) });
    });
}

function wrongIds(ids: readonly string[]): ClientCode | null {
  if (ids.length > IDS_MAX) return '400-B32';
  if (!ids.every((id) => UUID.test(id))) return '400-67B';
  return new Set(ids).size < ids.length ? '400-215' : null;
}
