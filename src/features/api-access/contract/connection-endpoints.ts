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
 * Routes of what works together with the till.
 *
 * These are programs with keys, webhooks, registers that ask by link, displays for customers.
 */
export const connectionEndpoints = {
  /** A code for one other device, which then shows this till to customers. */
  displayCode: post('/api/displays/codes', 'cashier', null, displayCodeSchema),
  /** Makes this device a customer display of the till that made the code. */
  connectDisplay: post('/api/displays', 'device', displayConnectSchema, displayConnectedSchema),
  /** The devices that show this till. */
  displays: get('/api/displays', 'cashier', list(displaySchema), { background: true }),
  /**
   * Ends that.
   *
   * Whoever is signed in ends displays of the own till, managers those of all.
   */
  endDisplay: remove('/api/displays/:id', 'cashier', null),
  /** Registers that may ask for redemptions by link. */
  registers: get('/api/registers', 'manager', list(registerSchema)),
  addRegister: post('/api/registers', 'manager', newRegisterSchema, registerSchema),
  removeRegister: remove('/api/registers/:id', 'manager', null),
  /**
   * Makes the register sign its links from then on.
   *
   * This answer is the only one that holds the secret.
   */
  registerSecret: post('/api/registers/:id/secret', 'manager', null, registerSecretSchema),
  endRegisterSecret: remove('/api/registers/:id/secret', 'manager', null),
  /**
   * Begins the sale that a register's link asks for.
   *
   * The same link again is the same sale. The answer has the sale's id, which the page may not
   * know.
   */
  putPayLink: put('/api/pay-links/:id', 'cashier', payLinkSchema, payLinkViewSchema),
  /** Where the browser goes back to, signed, with what the journal knows of the sale. */
  returnFromLink: post('/api/pay-links/:id/return', 'cashier', returnRequestSchema, returnAddressSchema),
  /**
   * Tells the key for the signature of an address that leads back.
   *
   * It is a JWK (RFC 8037), for every server of the shop.
   */
  returnKey: get('/.well-known/tillside.json', 'any', publicKeysSchema),
  /**
   * As `PUT /api/tenders/:id`, for programs that cannot name the address.
   *
   * The id is the `Idempotency-Key`, or made of it.
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
   * Tells what was redeemed for one sale.
   *
   * With `due` in minor units it tells what is left to pay.
   */
  sale: get('/api/sales/:id', 'cashier', saleSchema, {
    query: { due: z.optional(z.string().check(z.regex(/^\d{1,12}$/))) },
    scopes: ['read'],
  }),
  /** The register's number of a sale whose vouchers were redeemed without one. */
  putSaleReceipt: put('/api/sales/:id/receipt', 'cashier', saleReceiptSchema, saleReceiptSchema),
  /** Keys by which programs call, newest first, with those that were revoked lately. */
  keys: get('/api/keys', 'manager', list(keySchema)),
  /** The only answer that holds the key itself. */
  makeKey: post('/api/keys', 'manager', newKeySchema, madeKeySchema),
  /**
   * Makes another secret for a key that stays what it is.
   *
   * This answer is the only one that holds it. The old one counts beside it for a day.
   */
  replaceKey: post('/api/keys/:id/replace', 'manager', null, madeKeySchema),
  revokeKey: remove('/api/keys/:id', 'manager', null),
  /** Addresses that hear of what happens. */
  webhooks: get('/api/webhooks', 'manager', list(webhookSchema), { background: true }),
  /** This answer, and the next one, are the only ones that hold a secret. */
  addWebhook: post('/api/webhooks', 'manager', newWebhookSchema, madeWebhookSchema),
  rotateWebhook: post('/api/webhooks/:id/rotate', 'manager', null, madeWebhookSchema),
  removeWebhook: remove('/api/webhooks/:id', 'manager', null),
  /** The latest messages of one, newest first, with each attempt. */
  webhookMessages: get('/api/webhooks/:id/messages', 'manager', list(webhookMessageSchema), { background: true }),
  /** This interface as OpenAPI 3.1. */
  openapi: get('/api/openapi.json', 'any', z.record(z.string(), z.unknown()), { forAll: true }),
  /** The same to read. */
  docs: get('/api/docs', 'any', null, { forAll: true, stream: 'text/html' }),
  docsStyle: get('/api/docs.css', 'any', null, { forAll: true, stream: 'text/css' }),
} as const satisfies Record<string, Endpoint>;
