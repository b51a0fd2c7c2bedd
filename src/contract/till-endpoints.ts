import * as z from 'zod/mini';
import { displayViewSchema, shownSaleSchema } from './display.ts';
import { type Endpoint, list } from './endpoint.ts';
import { journalStandingSchema, rememberedSchema } from './journal.ts';
import { refundRequestSchema, refundViewSchema } from './refund.ts';
import { tenderRequestSchema, tenderViewSchema, tombstoneSchema } from './tender.ts';
import { checkAnswerSchema, codeSchema, shopperSchema } from './voucher.ts';

/** Routes that a till needs once somebody has signed in. */
export const tillEndpoints = {
  check: {
    method: 'POST',
    path: '/api/vouchers/check',
    who: 'cashier',
    request: z.strictObject({ code: codeSchema, shopper: z.optional(shopperSchema) }),
    answer: checkAnswerSchema,
    scopes: ['check'],
  },
  putTender: {
    method: 'PUT',
    path: '/api/tenders/:id',
    who: 'cashier',
    request: tenderRequestSchema,
    answer: tenderViewSchema,
    scopes: ['redeem'],
  },
  tender: {
    method: 'GET',
    path: '/api/tenders/:id',
    who: 'cashier',
    request: null,
    answer: tenderViewSchema,
    background: true,
    scopes: ['redeem', 'read'],
  },
  cancelTender: { method: 'DELETE', path: '/api/tenders/:id', who: 'cashier', request: null, answer: tombstoneSchema, scopes: ['redeem'] },
  /** Managers refund any redemption of this shop; a cashier undoes the own last one for a while. */
  putRefund: {
    method: 'PUT',
    path: '/api/refunds/:id',
    who: 'cashier',
    request: refundRequestSchema,
    answer: refundViewSchema,
    scopes: ['refund'],
  },
  refund: {
    method: 'GET',
    path: '/api/refunds/:id',
    who: 'cashier',
    request: null,
    answer: refundViewSchema,
    background: true,
    scopes: ['refund', 'read'],
  },
  /** Which journal answers here, and whether it is complete. */
  journal: { method: 'GET', path: '/api/journal', who: 'device', request: null, answer: journalStandingSchema, background: true },
  /** What a till remembers, for a journal that may lack it. */
  remembered: {
    method: 'POST',
    path: '/api/journal/remembered',
    who: 'cashier',
    request: rememberedSchema,
    answer: journalStandingSchema,
    background: true,
  },
  /** Server-sent events named `changed`, with a `Change` as data, and a comment now and then. */
  events: {
    method: 'GET',
    path: '/api/events',
    who: 'session',
    request: null,
    answer: null,
    background: true,
    stream: 'text/event-stream',
  },
  /** What a customer display shows: of the till that this device was connected to, or of its own. `?sale=` names the sale that the own till shows. */
  display: { method: 'GET', path: '/api/display', who: 'device', request: null, answer: displayViewSchema, background: true },
  /**
   * Server-sent events for a customer display: `changed` where it is to be asked for again, `here` every few seconds where it still stands. Both have an
   * empty object as data.
   */
  displayEvents: {
    method: 'GET',
    path: '/api/display/events',
    who: 'device',
    request: null,
    answer: null,
    background: true,
    stream: 'text/event-stream',
  },
  /** What is on this till's screen, for the other devices that show it. */
  showSale: { method: 'PUT', path: '/api/display/sale', who: 'cashier', request: shownSaleSchema, answer: null, background: true },
  myTenders: {
    method: 'GET',
    path: '/api/tenders',
    who: 'cashier',
    request: null,
    answer: list(tenderViewSchema),
    background: true,
    scopes: ['read'],
  },
} as const satisfies Record<string, Endpoint>;
