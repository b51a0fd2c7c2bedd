import * as z from 'zod/mini';
import { journalStatusSchema, tillReportSchema } from '../redemption/journal.ts';
import { refundRequestSchema, refundViewSchema } from '../redemption/refund.ts';
import { tenderRequestSchema, tenderViewSchema, tombstoneSchema } from '../redemption/tender.ts';
import { checkAnswerSchema, codeSchema, shopperSchema } from '../voucher/voucher.ts';
import { type Endpoint, get, list, post, put, remove } from './endpoint.ts';

/** Routes that a till needs after sign-in. */
export const tillEndpoints = {
  check: post(
    '/api/vouchers/check',
    'cashier',
    z.strictObject({ code: codeSchema, shopper: z.optional(shopperSchema) }),
    checkAnswerSchema,
    { scopes: ['check'] },
  ),
  putTender: put('/api/tenders/:id', 'cashier', tenderRequestSchema, tenderViewSchema, {
    scopes: ['redeem'],
    approvable: 'tender',
  }),
  tender: get('/api/tenders/:id', 'cashier', tenderViewSchema, { background: true, scopes: ['redeem', 'read'] }),
  cancelTender: remove('/api/tenders/:id', 'cashier', tombstoneSchema, { scopes: ['redeem'] }),
  /**
   * Managers refund any redemption of this shop; a cashier undoes their own latest one for a while.
   */
  putRefund: put('/api/refunds/:id', 'cashier', refundRequestSchema, refundViewSchema, {
    scopes: ['refund'],
    approvable: 'refund',
  }),
  refund: get('/api/refunds/:id', 'cashier', refundViewSchema, { background: true, scopes: ['refund', 'read'] }),
  journal: get('/api/journal', 'device', journalStatusSchema, { background: true, atHome: true }),
  remembered: post('/api/journal/remembered', 'session', tillReportSchema, journalStatusSchema, {
    background: true,
    atHome: true,
  }),
  /** Server-sent events named `changed`, with a `Change` as data, and regular comments. */
  events: get('/api/events', 'session', null, { background: true, stream: 'text/event-stream' }),
  myTenders: get('/api/tenders', 'cashier', list(tenderViewSchema), {
    background: true,
    isReplaced: true,
    scopes: ['read'],
  }),
} as const satisfies Record<string, Endpoint>;
