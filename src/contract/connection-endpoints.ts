import * as z from 'zod/mini';
import { displayCodeSchema, displayConnectedSchema, displayConnectSchema, displaySchema } from './display.ts';
import { type Endpoint, list } from './endpoint.ts';
import { keySchema, madeKeySchema, newKeySchema } from './key.ts';
import { refundRequestSchema, refundViewSchema } from './refund.ts';
import {
  newRegisterSchema,
  payLinkSchema,
  payLinkViewSchema,
  publicKeysSchema,
  registerSchema,
  registerSecretSchema,
  returnAddressSchema,
  returnRequestSchema,
} from './register.ts';
import { saleSchema } from './sale.ts';
import { tenderRequestSchema, tenderViewSchema } from './tender.ts';
import { madeWebhookSchema, newWebhookSchema, webhookMessageSchema, webhookSchema } from './webhook.ts';

/**
 * Routes of what works together with the till.
 *
 * These are programs with keys, webhooks, registers that ask by link, displays for customers.
 */
export const connectionEndpoints = {
  /** A code for one other device, which then shows this till to customers. */
  displayCode: { method: 'POST', path: '/api/displays/codes', who: 'cashier', request: null, answer: displayCodeSchema },
  /** Makes this device a customer display of the till that made the code. */
  connectDisplay: { method: 'POST', path: '/api/displays', who: 'device', request: displayConnectSchema, answer: displayConnectedSchema },
  /** The devices that show this till. */
  displays: { method: 'GET', path: '/api/displays', who: 'cashier', request: null, answer: list(displaySchema), background: true },
  /**
   * Ends that.
   *
   * Whoever is signed in ends displays of the own till, managers those of all.
   */
  endDisplay: { method: 'DELETE', path: '/api/displays/:id', who: 'cashier', request: null, answer: null },
  /** Registers that may ask for redemptions by link. */
  registers: { method: 'GET', path: '/api/registers', who: 'manager', request: null, answer: list(registerSchema) },
  addRegister: { method: 'POST', path: '/api/registers', who: 'manager', request: newRegisterSchema, answer: registerSchema },
  removeRegister: { method: 'DELETE', path: '/api/registers/:id', who: 'manager', request: null, answer: null },
  /**
   * Makes the register sign its links from then on.
   *
   * This answer is the only one that holds the secret.
   */
  registerSecret: { method: 'POST', path: '/api/registers/:id/secret', who: 'manager', request: null, answer: registerSecretSchema },
  endRegisterSecret: { method: 'DELETE', path: '/api/registers/:id/secret', who: 'manager', request: null, answer: null },
  /**
   * Begins the sale that a register's link asks for.
   *
   * The same link again is the same sale. The answer has the sale's id, which the page may not
   * know.
   */
  putPayLink: { method: 'PUT', path: '/api/pay-links/:id', who: 'cashier', request: payLinkSchema, answer: payLinkViewSchema },
  /** Where the browser goes back to, signed, with what the journal knows of the sale. */
  returnFromLink: {
    method: 'POST',
    path: '/api/pay-links/:id/return',
    who: 'cashier',
    request: returnRequestSchema,
    answer: returnAddressSchema,
  },
  /**
   * Tells the key for the signature of an address that leads back.
   *
   * It is a JWK (RFC 8037), for every server of the shop.
   */
  returnKey: { method: 'GET', path: '/.well-known/tillside.json', who: 'any', request: null, answer: publicKeysSchema },
  /**
   * As `PUT /api/tenders/:id`, for programs that cannot name the address.
   *
   * The id is the `Idempotency-Key`, or made of it.
   */
  postTender: {
    method: 'POST',
    path: '/api/tenders',
    who: 'cashier',
    request: tenderRequestSchema,
    answer: tenderViewSchema,
    scopes: ['redeem'],
    onceByHeader: true,
  },
  /** As `PUT /api/refunds/:id`, in the same way. */
  postRefund: {
    method: 'POST',
    path: '/api/refunds',
    who: 'cashier',
    request: refundRequestSchema,
    answer: refundViewSchema,
    scopes: ['refund'],
    onceByHeader: true,
  },
  /**
   * Tells what was redeemed for one sale.
   *
   * With `due` in minor units it tells what is left to pay.
   */
  sale: {
    method: 'GET',
    path: '/api/sales/:id',
    who: 'cashier',
    request: null,
    answer: saleSchema,
    query: { due: z.optional(z.string().check(z.regex(/^\d{1,12}$/))) },
    scopes: ['read'],
  },
  /** Keys by which programs call, newest first, with those that were revoked lately. */
  keys: { method: 'GET', path: '/api/keys', who: 'manager', request: null, answer: list(keySchema) },
  /** The only answer that holds the key itself. */
  makeKey: { method: 'POST', path: '/api/keys', who: 'manager', request: newKeySchema, answer: madeKeySchema },
  /**
   * Makes another secret for a key that stays what it is.
   *
   * This answer is the only one that holds it. The old one counts beside it for a day.
   */
  replaceKey: { method: 'POST', path: '/api/keys/:id/replace', who: 'manager', request: null, answer: madeKeySchema },
  revokeKey: { method: 'DELETE', path: '/api/keys/:id', who: 'manager', request: null, answer: null },
  /** Addresses that hear of what happens. */
  webhooks: { method: 'GET', path: '/api/webhooks', who: 'manager', request: null, answer: list(webhookSchema), background: true },
  /** This answer, and the next one, are the only ones that hold a secret. */
  addWebhook: { method: 'POST', path: '/api/webhooks', who: 'manager', request: newWebhookSchema, answer: madeWebhookSchema },
  rotateWebhook: { method: 'POST', path: '/api/webhooks/:id/rotate', who: 'manager', request: null, answer: madeWebhookSchema },
  removeWebhook: { method: 'DELETE', path: '/api/webhooks/:id', who: 'manager', request: null, answer: null },
  /** The latest messages of one, newest first, with each attempt. */
  webhookMessages: {
    method: 'GET',
    path: '/api/webhooks/:id/messages',
    who: 'manager',
    request: null,
    answer: list(webhookMessageSchema),
    background: true,
  },
  /** This interface as OpenAPI 3.1. */
  openapi: { method: 'GET', path: '/api/openapi.json', who: 'any', request: null, answer: z.record(z.string(), z.unknown()), forAll: true },
  /** The same to read. */
  docs: { method: 'GET', path: '/api/docs', who: 'any', request: null, answer: null, forAll: true, stream: 'text/html' },
  docsStyle: { method: 'GET', path: '/api/docs.css', who: 'any', request: null, answer: null, forAll: true, stream: 'text/css' },
} as const satisfies Record<string, Endpoint>;
