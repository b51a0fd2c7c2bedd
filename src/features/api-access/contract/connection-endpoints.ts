import * as z from 'zod/mini';
import { keySchema, madeKeySchema, newKeySchema } from '../../../contract/access/key.ts';
import { type Endpoint, get, list, post, put, remove } from '../../../contract/platform/endpoint.ts';
import { refundRequestSchema, refundViewSchema } from '../../../contract/redemption/refund.ts';
import { saleReceiptSchema, saleSchema } from '../../../contract/redemption/sale.ts';
import { tenderRequestSchema, tenderViewSchema } from '../../../contract/redemption/tender.ts';
import {
  displayCodeSchema,
  displayConnectedSchema,
  displayConnectSchema,
  displaySchema,
} from '../../customer-display/contract/display.ts';
import {
  newRegisterSchema,
  payLinkSchema,
  payLinkViewSchema,
  publicKeysSchema,
  registerSchema,
  registerSecretSchema,
  returnAddressSchema,
  returnRequestSchema,
} from '../../registers/contract/register.ts';
import { madeWebhookSchema, newWebhookSchema, webhookMessageSchema, webhookSchema } from './webhook.ts';

/**
 * Routes of connected devices and programs: programs with keys, webhooks, registers that use links,
 * customer displays.
 */
export const connectionEndpoints = {
  /** A code for one other device, which then shows this till to customers. */
  displayCode: post('/api/displays/codes', 'cashier', null, displayCodeSchema),
  /** Makes this device a customer display of the till that created the code. */
  connectDisplay: post('/api/displays', 'device', displayConnectSchema, displayConnectedSchema),
  displays: get('/api/displays', 'cashier', list(displaySchema), { background: true }),
  /**
   * Ends a display. The signed-in person can end displays of their own till, managers those of all.
   */
  endDisplay: remove('/api/displays/:id', 'cashier', null),
  /** Registers that may request redemptions by link. */
  registers: get('/api/registers', 'manager', list(registerSchema)),
  addRegister: post('/api/registers', 'manager', newRegisterSchema, registerSchema),
  removeRegister: remove('/api/registers/:id', 'manager', null),
  /** Makes the register sign its links from then on. Only this response contains the secret. */
  registerSecret: post('/api/registers/:id/secret', 'manager', null, registerSecretSchema),
  endRegisterSecret: remove('/api/registers/:id/secret', 'manager', null),
  /**
   * Begins the sale that a register's link requests. The same link again is the same sale. The
   * response has the sale's id, which the page may not know.
   */
  putPayLink: put('/api/pay-links/:id', 'cashier', payLinkSchema, payLinkViewSchema),
  /** The signed return address for the browser, with what the journal knows about the sale. */
  returnFromLink: post('/api/pay-links/:id/return', 'cashier', returnRequestSchema, returnAddressSchema),
  /**
   * The public key for the signature of a return address. It is a JWK (RFC 8037), for every server
   * of the shop.
   */
  returnKey: get('/.well-known/tillside.json', 'any', publicKeysSchema),
  /**
   * As `PUT /api/tenders/:id`, for programs that cannot choose the address. The id is the
   * `Idempotency-Key`, or derived from it.
   */
  postTender: post('/api/tenders', 'cashier', tenderRequestSchema, tenderViewSchema, {
    scopes: ['redeem'],
    onceByHeader: true,
  }),
  /** As `PUT /api/refunds/:id`, in the same way. */
  postRefund: post('/api/refunds', 'cashier', refundRequestSchema, refundViewSchema, {
    scopes: ['refund'],
    onceByHeader: true,
  }),
  /**
   * The redemptions of one sale. With `due` in minor units, the response includes the amount left
   * to pay.
   */
  sale: get('/api/sales/:id', 'cashier', saleSchema, {
    query: { due: z.optional(z.string().check(z.regex(/^\d{1,12}$/))) },
    scopes: ['read'],
  }),
  /** The register's number for a sale whose vouchers were redeemed without one. */
  putSaleReceipt: put('/api/sales/:id/receipt', 'cashier', saleReceiptSchema, saleReceiptSchema),
  /** Keys of programs, newest first, including recently revoked ones. */
  keys: get('/api/keys', 'manager', list(keySchema)),
  /** Only this response contains the key itself. */
  makeKey: post('/api/keys', 'manager', newKeySchema, madeKeySchema),
  /**
   * Creates another secret for a key. Only this response contains it. The old one stays valid for a
   * day.
   */
  replaceKey: post('/api/keys/:id/replace', 'manager', null, madeKeySchema),
  revokeKey: remove('/api/keys/:id', 'manager', null),
  webhooks: get('/api/webhooks', 'manager', list(webhookSchema), { background: true }),
  /** Only this response and the next one contain a secret. */
  addWebhook: post('/api/webhooks', 'manager', newWebhookSchema, madeWebhookSchema),
  rotateWebhook: post('/api/webhooks/:id/rotate', 'manager', null, madeWebhookSchema),
  removeWebhook: remove('/api/webhooks/:id', 'manager', null),
  /** The latest messages of one, newest first, with each attempt. */
  webhookMessages: get('/api/webhooks/:id/messages', 'manager', list(webhookMessageSchema), { background: true }),
  openapi: get('/api/openapi.json', 'any', z.record(z.string(), z.unknown()), { forAll: true }),
  /** This interface as a readable page. */
  docs: get('/api/docs', 'any', null, { forAll: true, stream: 'text/html' }),
  docsStyle: get('/api/docs.css', 'any', null, { forAll: true, stream: 'text/css' }),
} as const satisfies Record<string, Endpoint>;
