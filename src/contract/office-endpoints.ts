import * as z from 'zod/mini';
import { activationRequestSchema, activationViewSchema, deactivateRequestSchema, resumeActivationSchema } from './activation.ts';
import { approvalRequestSchema, approvalSchema } from './approval.ts';
import { attentionItemSchema, attentionRequestSchema } from './attention.ts';
import { trailExportSchema, trailPageSchema, trailSearchSchema } from './audit.ts';
import { connectionEndpoints } from './connection-endpoints.ts';
import { type Endpoint, list } from './endpoint.ts';
import {
  issueRequestSchema,
  issueSummarySchema,
  issueViewSchema,
  printAnswerSchema,
  printRequestSchema,
  productViewSchema,
  sendAnswerSchema,
  sendRequestSchema,
  statesAnswerSchema,
  statesRequestSchema,
} from './issue.ts';
import {
  badgeSchema,
  deviceSchema,
  enrolmentCodeSchema,
  newPersonSchema,
  personAdminSchema,
  personChangeSchema,
  practiceVoucherSchema,
  shopLockSchema,
} from './people.ts';
import { printingEndpoints } from './printing-endpoints.ts';
import { shopSettingsChangeSchema, shopSettingsSchema } from './settings.ts';
import {
  closingRequestSchema,
  closingSchema,
  transactionDetailRequestSchema,
  transactionDetailSchema,
  transactionExportSchema,
  transactionSearchSchema,
  transactionStretchSchema,
  voucherTagRequestSchema,
  voucherTagSchema,
} from './transaction.ts';
import { linesAnswerSchema, linesRequestSchema, totalsAnswerSchema, totalsRequestSchema } from './transaction-list.ts';
import { checkAnswerSchema, codeSchema } from './voucher.ts';

/**
 * Routes of pages that are opened when somebody wants them.
 *
 * A page loads these with the first of them that it calls.
 */
export const officeEndpoints = {
  ...connectionEndpoints,
  ...printingEndpoints,
  practiceVouchers: { method: 'GET', path: '/api/practice/vouchers', who: 'device', request: null, answer: list(practiceVoucherSchema) },
  enrolmentCode: { method: 'POST', path: '/api/devices/codes', who: 'manager', request: null, answer: enrolmentCodeSchema },
  devices: { method: 'GET', path: '/api/devices', who: 'manager', request: null, answer: list(deviceSchema) },
  revokeDevice: { method: 'DELETE', path: '/api/devices/:id', who: 'manager', request: null, answer: null },
  unlockDevice: { method: 'POST', path: '/api/devices/:id/unlock', who: 'manager', request: null, answer: null },
  shopLock: { method: 'GET', path: '/api/shop/lock', who: 'manager', request: null, answer: shopLockSchema, background: true },
  /** Forgets the wrong PINs that count for the shop as a whole. */
  unlockShop: { method: 'POST', path: '/api/shop/unlock', who: 'manager', request: null, answer: null },
  addPerson: { method: 'POST', path: '/api/people', who: 'manager', request: newPersonSchema, answer: personAdminSchema },
  changePerson: { method: 'PATCH', path: '/api/people/:id', who: 'manager', request: personChangeSchema, answer: personAdminSchema },
  /** A new code for a person's badge; the one before works no longer. */
  makeBadge: { method: 'POST', path: '/api/people/:id/badge', who: 'manager', request: null, answer: badgeSchema },
  revokeBadge: { method: 'DELETE', path: '/api/people/:id/badge', who: 'manager', request: null, answer: null },
  attention: { method: 'GET', path: '/api/attention', who: 'manager', request: null, answer: list(attentionItemSchema), background: true },
  /** Answers with the case as it then stands; null when it has left the list. */
  settleAttention: {
    method: 'POST',
    path: '/api/attention/:id',
    who: 'manager',
    request: attentionRequestSchema,
    answer: z.object({ item: z.nullable(attentionItemSchema) }),
  },
  putActivation: {
    method: 'PUT',
    path: '/api/activations/:id',
    who: 'stock',
    request: activationRequestSchema,
    answer: activationViewSchema,
  },
  activation: { method: 'GET', path: '/api/activations/:id', who: 'stock', request: null, answer: activationViewSchema, background: true },
  /** The caller's own latest, newest first; with `all=1` those of everybody, for managers. */
  myActivations: {
    method: 'GET',
    path: '/api/activations',
    who: 'stock',
    request: null,
    answer: list(activationViewSchema),
    background: true,
    query: { all: z.optional(z.string()) },
  },
  /** No range is sent after the one that is with the issuer. */
  stopActivation: { method: 'POST', path: '/api/activations/:id/stop', who: 'stock', request: null, answer: activationViewSchema },
  /** Sends what is left, and the unknown or refused ranges that the body names. */
  resumeActivation: {
    method: 'POST',
    path: '/api/activations/:id/resume',
    who: 'stock',
    request: resumeActivationSchema,
    answer: activationViewSchema,
    bodyOptional: true,
  },
  /** Takes a range back, where the issuer offered that. */
  deactivate: {
    method: 'POST',
    path: '/api/activations/:id/deactivate',
    who: 'manager',
    request: deactivateRequestSchema,
    answer: activationViewSchema,
  },
  /**
   * Looks at one card by its code, as a check at the till does.
   *
   * It is a sample before or after its range is activated.
   */
  checkCard: {
    method: 'POST',
    path: '/api/cards/check',
    who: 'stock',
    request: z.strictObject({ code: codeSchema }),
    answer: checkAnswerSchema,
  },
  /** A manager's PIN for one wish, typed at the till of whoever asks; the id is that of the wish. */
  putApproval: { method: 'PUT', path: '/api/approvals/:id', who: 'session', request: approvalRequestSchema, answer: approvalSchema },
  settings: { method: 'GET', path: '/api/settings', who: 'session', request: null, answer: shopSettingsSchema },
  putSettings: { method: 'PUT', path: '/api/settings', who: 'manager', request: shopSettingsChangeSchema, answer: shopSettingsSchema },
  /** What people did in the shop, newest first. */
  auditSearch: { method: 'POST', path: '/api/audit/search', who: 'manager', request: trailSearchSchema, answer: trailPageSchema },
  /** The same as CSV, all of it. */
  auditExport: { method: 'POST', path: '/api/audit/export', who: 'manager', request: trailExportSchema, answer: null, stream: 'text/csv' },
  products: { method: 'GET', path: '/api/products', who: 'cashier', request: null, answer: list(productViewSchema) },
  product: { method: 'GET', path: '/api/products/:code', who: 'cashier', request: null, answer: productViewSchema },
  putIssue: { method: 'PUT', path: '/api/issues/:id', who: 'cashier', request: issueRequestSchema, answer: issueViewSchema },
  issue: { method: 'GET', path: '/api/issues/:id', who: 'cashier', request: null, answer: issueViewSchema, background: true },
  /** The caller's own latest, newest first; with `all=1` those of everybody, for managers. */
  myIssues: {
    method: 'GET',
    path: '/api/issues',
    who: 'cashier',
    request: null,
    answer: list(issueSummarySchema),
    query: { all: z.optional(z.string()) },
  },
  /** The issuer is asked for no more after the request that it has. */
  stopIssue: { method: 'POST', path: '/api/issues/:id/stop', who: 'cashier', request: null, answer: issueViewSchema },
  /** Asks for the remainder. */
  resumeIssue: { method: 'POST', path: '/api/issues/:id/resume', who: 'cashier', request: null, answer: issueViewSchema },
  /** How up to 20 vouchers of it stand at the issuer now. */
  issueStates: {
    method: 'POST',
    path: '/api/issues/:id/states',
    who: 'cashier',
    request: statesRequestSchema,
    answer: statesAnswerSchema,
  },
  /**
   * Gives vouchers to be printed, and writes that down.
   *
   * Whoever made the issue prints each once; a manager prints again, with a reason.
   */
  printIssue: { method: 'POST', path: '/api/issues/:id/print', who: 'cashier', request: printRequestSchema, answer: printAnswerSchema },
  /**
   * Gives the link of one voucher to be sent to a customer.
   *
   * It writes that down, as for printing.
   */
  sendVoucher: { method: 'POST', path: '/api/issues/:id/send', who: 'cashier', request: sendRequestSchema, answer: sendAnswerSchema },
  /** The shop's transactions at the issuer, stretch by stretch, newest first. */
  searchTransactions: {
    method: 'POST',
    path: '/api/transactions/search',
    who: 'manager',
    request: transactionSearchSchema,
    answer: transactionStretchSchema,
  },
  /**
   * Tells a page of lines.
   *
   * They are of the shop for managers, of what they did themselves for cashiers, the shop's
   * activations for stock.
   */
  transactionLines: {
    method: 'POST',
    path: '/api/transactions/lines',
    who: 'session',
    request: linesRequestSchema,
    answer: linesAnswerSchema,
    background: true,
  },
  /** What the same lines add up to, and how much of the period was read. */
  transactionTotals: {
    method: 'POST',
    path: '/api/transactions/totals',
    who: 'session',
    request: totalsRequestSchema,
    answer: totalsAnswerSchema,
    background: true,
  },
  /** One line with its action trail and its row in the journal. */
  transactionDetail: {
    method: 'POST',
    path: '/api/transactions/look',
    who: 'manager',
    request: transactionDetailRequestSchema,
    answer: transactionDetailSchema,
  },
  voucherTag: {
    method: 'POST',
    path: '/api/transactions/voucher',
    who: 'session',
    request: voucherTagRequestSchema,
    answer: voucherTagSchema,
  },
  /** Answers with CSV (RFC 4180, UTF-8), as it is read. */
  exportTransactions: {
    method: 'POST',
    path: '/api/transactions/export',
    who: 'manager',
    request: transactionExportSchema,
    answer: null,
    stream: 'text/csv',
  },
  /**
   * Compares a day with the register and keeps what was found.
   *
   * The same id and body again is the same closing.
   */
  putClosing: { method: 'PUT', path: '/api/closings/:id', who: 'manager', request: closingRequestSchema, answer: closingSchema },
  /** The latest closings, newest first. */
  closings: { method: 'GET', path: '/api/closings', who: 'manager', request: null, answer: list(closingSchema) },
} as const satisfies Record<string, Endpoint>;
