import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import * as z from 'zod';
import type { Deps } from './deps.ts';
import type { Env } from './env.ts';
import { FAULT_NAMES, FAULTS, type FaultName } from './fault-table.ts';
import { jsonBody } from './json.ts';
import type { Ledger } from './ledger.ts';
import { seedWhenEmpty } from './seed.ts';
import { seedDisputes } from './seed-disputes.ts';
import { stateOf } from './states.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const rate = z.number().min(0).max(1);
const names = z.enum(FAULT_NAMES as [FaultName, ...FaultName[]]);
const faultsSchema = z.strictObject({
  rates: z
    .partialRecord(names, rate)
    .refine((rates) => Object.values(rates).reduce((sum, share) => sum + share, 0) <= 1),
  seed: z.int().min(0).max(0xffff_ffff).default(1),
});
const ledgerSchema = z.strictObject({ ref: z.string().optional() });

/**
 * Admits programs on this machine only: no other address, and no web page (which would send an
 * Origin).
 */
const localPrograms = createMiddleware<Env>(async (c, next) => {
  const local = LOOPBACK.has(c.env.incoming.socket.remoteAddress ?? '') && c.req.header('origin') === undefined;
  return local ? next() : c.json({ error: 'Only programs on this machine may call this' }, 403);
});

/**
 * Routes under /sandbox: the switch of faults, the complete ledger, the practice vouchers, and a
 * reset. They are not part of the API.
 */
export function adminRoutes({ ledger, faults, seed, now }: Deps): Hono<Env> {
  return new Hono<Env>()
    .use('/sandbox/*', localPrograms)
    .post('/sandbox/faults', async (c) => {
      const parsed = faultsSchema.safeParse(await jsonBody(c));
      if (!parsed.success) return c.json({ error: z.prettifyError(parsed.error), faults: FAULTS }, 400);
      faults.set(parsed.data.rates, parsed.data.seed);
      return c.json(parsed.data);
    })
    .delete('/sandbox/faults', (c) => {
      faults.clear();
      return c.body(null, 204);
    })
    .get('/sandbox/ledger', (c) => c.json(truth(ledger, now())))
    .post('/sandbox/ledger', async (c) => {
      const parsed = ledgerSchema.safeParse(await jsonBody(c));
      return parsed.success
        ? c.json(truth(ledger, now(), parsed.data.ref))
        : c.json({ error: 'Send {"ref": "…"} or {}' }, 400);
    })
    .get('/sandbox/vouchers', (c) => c.json(ledger.practice()))
    .post('/sandbox/reset', (c) => {
      faults.clear();
      ledger.atomically(() => {
        ledger.empty();
        seedWhenEmpty({ ledger, seed, now: now() });
        seedDisputes({ ledger, seed, now: now() });
      });
      return c.body(null, 204);
    });
}

/**
 * Returns vouchers and transactions as stored, of one voucher if a ref is given: tests compare
 * their own records with them.
 */
function truth(ledger: Ledger, now: number, ref?: string) {
  return {
    vouchers: ledger.vouchers(ref).map((voucher) => ({
      ref: voucher.ref,
      voucherId: voucher.id,
      settlementRef: voucher.settlement_ref,
      productCode: voucher.product_code,
      valueBased: voucher.value_based === 1,
      multipleUse: voucher.multiple_use === 1,
      currency: voucher.currency,
      status: stateOf(voucher, now),
      faceValue: voucher.face_value,
      remaining: voucher.remaining,
      expiresAt: new Date(voucher.expires_at).toISOString(),
      sequence: voucher.sequence,
      clientReference: voucher.client_reference,
      fault: voucher.fault,
    })),
    transactions: ledger.transactions(ref).map((transaction) => ({
      transactionId: transaction.id,
      type: transaction.type,
      mid: transaction.mid,
      amount: transaction.amount,
      currency: transaction.currency,
      createdAt: new Date(transaction.created_at).toISOString(),
      visibleAt: new Date(transaction.visible_at).toISOString(),
      refundId: transaction.refund_id,
      entries: ledger
        .entries(transaction.id)
        .map((entry) => ({ ref: entry.ref, usingValue: entry.using_value, taken: entry.taken })),
    })),
  };
}
