import * as z from 'zod/mini';
import { connectionEndpoints } from '../../features/api-access/contract/connection-endpoints.ts';
import { closingEndpoints } from '../../features/closings/contract/closing-endpoints.ts';
import {
  exceptionSearchSchema,
  exceptionsSchema,
  lookedAtSchema,
} from '../../features/exception-report/contract/exception.ts';
import {
  activationViewSchema,
  deactivateRequestSchema,
  resumeActivationSchema,
} from '../../features/gift-cards/contract/activation.ts';
import { holdRequestSchema, holdSchema } from '../../features/hold/contract/hold.ts';
import { printingEndpoints } from '../../features/printing/contract/printing-endpoints.ts';
import {
  issueSummarySchema,
  issueViewSchema,
  printAnswerSchema,
  printRequestSchema,
  productViewSchema,
  sendAnswerSchema,
  sendRequestSchema,
  statesAnswerSchema,
  statesRequestSchema,
} from '../../features/selling/contract/issue.ts';
import {
  transactionDetailRequestSchema,
  transactionDetailSchema,
  transactionExportSchema,
  transactionSearchSchema,
  transactionStretchSchema,
  voucherTagRequestSchema,
  voucherTagSchema,
} from '../../features/transactions/contract/transaction.ts';
import {
  linesAnswerSchema,
  linesRequestSchema,
  totalsAnswerSchema,
  totalsRequestSchema,
} from '../../features/transactions/contract/transaction-list.ts';
import { storyNoteSchema, storyRequestSchema, storySchema } from '../../features/voucher-history/contract/story.ts';
import {
  approvalAnswerSchema,
  approvalAskSchema,
  approvalRequestSchema,
  approvalSchema,
  askedApprovalSchema,
  openApprovalSchema,
} from '../access/approval.ts';
import {
  badgeSchema,
  deviceSchema,
  enrolmentCodeSchema,
  newPersonSchema,
  personAdminSchema,
  personChangeSchema,
  practiceVoucherSchema,
  shopLockSchema,
} from '../access/people.ts';
import { putSettingsSchema, shopSettingsSchema } from '../access/settings.ts';
import { activationRequestSchema } from '../redemption/activation-request.ts';
import { attentionItemSchema, attentionRequestSchema } from '../redemption/attention.ts';
import { issueRequestSchema } from '../redemption/issue-request.ts';
import { checkAnswerSchema, codeSchema } from '../voucher/voucher.ts';
import { trailExportSchema, trailPageSchema, trailSearchSchema } from './audit.ts';
import { type Endpoint, get, list, patch, post, put, remove } from './endpoint.ts';

/**
 * Routes of pages that are opened on demand. A page loads these with the first of them that it
 * calls.
 */
export const officeEndpoints = {
  ...closingEndpoints,
  ...connectionEndpoints,
  ...printingEndpoints,
  practiceVouchers: get('/api/practice/vouchers', 'device', list(practiceVoucherSchema)),
  enrolmentCode: post('/api/devices/codes', 'manager', null, enrolmentCodeSchema),
  devices: get('/api/devices', 'manager', list(deviceSchema)),
  revokeDevice: remove('/api/devices/:id', 'manager', null),
  unlockDevice: post('/api/devices/:id/unlock', 'manager', null, null),
  shopLock: get('/api/shop/lock', 'manager', shopLockSchema, { background: true }),
  /** Resets the wrong PINs that count for the shop as a whole. */
  unlockShop: post('/api/shop/unlock', 'manager', null, null),
  addPerson: post('/api/people', 'manager', newPersonSchema, personAdminSchema),
  changePerson: patch('/api/people/:id', 'manager', personChangeSchema, personAdminSchema),
  /** Creates a new code for a person's badge; the previous one stops working. */
  makeBadge: post('/api/people/:id/badge', 'manager', null, badgeSchema),
  revokeBadge: remove('/api/people/:id/badge', 'manager', null),
  attention: get('/api/attention', 'manager', list(attentionItemSchema), { background: true }),
  /** Returns the updated case; null once it has left the list. */
  settleAttention: post(
    '/api/attention/:id',
    'manager',
    attentionRequestSchema,
    z.object({ item: z.nullable(attentionItemSchema) }),
  ),
  putActivation: put('/api/activations/:id', 'stock', activationRequestSchema, activationViewSchema),
  activation: get('/api/activations/:id', 'stock', activationViewSchema, { background: true }),
  /** The caller's own latest, newest first; with `all=1` those of everyone, for managers. */
  myActivations: get('/api/activations', 'stock', list(activationViewSchema), {
    background: true,
    query: { all: z.optional(z.string()) },
  }),
  /** No range is sent after the one at the issuer. */
  stopActivation: post('/api/activations/:id/stop', 'stock', null, activationViewSchema),
  /** Sends the rest, and the unknown or refused ranges that the body names. */
  resumeActivation: post('/api/activations/:id/resume', 'stock', resumeActivationSchema, activationViewSchema, {
    bodyOptional: true,
  }),
  /** Deactivates a range, if the issuer offered that. */
  deactivate: post('/api/activations/:id/deactivate', 'manager', deactivateRequestSchema, activationViewSchema),
  /**
   * Checks one card by its code, as at the till. It is a sample before or after its range is
   * activated.
   */
  checkCard: post('/api/cards/check', 'stock', z.strictObject({ code: codeSchema }), checkAnswerSchema),
  /**
   * Explains the balance of a voucher; stock staff can only use the sequence number of a card. The
   * first page of each history is a line of the trail.
   */
  story: post('/api/stories', 'session', storyRequestSchema, storySchema, { scopes: ['stories'] }),
  /** A manager's note on a voucher history, stored in the trail. */
  noteStory: post('/api/stories/notes', 'manager', storyNoteSchema, null),
  /** The exception report of the last four weeks. */
  exceptions: post('/api/exceptions/search', 'manager', exceptionSearchSchema, exceptionsSchema),
  /** A manager has checked an exception; the trail stores the note. */
  lookedAt: post('/api/exceptions/looked-at', 'manager', lookedAtSchema, null),
  /** Vouchers on hold, and the last released ones, newest first. */
  holds: get('/api/holds', 'manager', list(holdSchema), { background: true }),
  /** Puts a voucher on hold: no till and no key can redeem it. */
  putHold: put('/api/holds/:id', 'manager', holdRequestSchema, holdSchema),
  letGo: remove('/api/holds/:id', 'manager', null),
  /**
   * A manager's PIN for one request, entered at the requester's till; the id is that of the
   * request.
   */
  putApproval: put('/api/approvals/:id', 'session', approvalRequestSchema, approvalSchema),
  /** Sends one request to managers on their own devices; the id is that of the request. */
  askApproval: put('/api/approvals/:id/asked', 'session', approvalAskSchema, askedApprovalSchema),
  askedApproval: get('/api/approvals/:id/asked', 'session', askedApprovalSchema, { background: true }),
  takeBackApproval: remove('/api/approvals/:id/asked', 'session', null),
  openApprovals: get('/api/approvals', 'manager', list(openApprovalSchema), { background: true }),
  answerApproval: post('/api/approvals/:id/answer', 'manager', approvalAnswerSchema, null),
  /** A request that was dropped because of a suspected telephone scam; the trail records it. */
  suspectScam: post('/api/approvals/:id/suspected', 'session', approvalAskSchema, null),
  settings: get('/api/settings', 'session', shopSettingsSchema),
  putSettings: put('/api/settings', 'manager', putSettingsSchema, shopSettingsSchema),
  /** Actions of people in the shop, newest first. */
  auditSearch: post('/api/audit/search', 'manager', trailSearchSchema, trailPageSchema),
  auditExport: post('/api/audit/export', 'manager', trailExportSchema, null, { stream: 'text/csv' }),
  products: get('/api/products', 'cashier', list(productViewSchema)),
  product: get('/api/products/:code', 'cashier', productViewSchema),
  putIssue: put('/api/issues/:id', 'cashier', issueRequestSchema, issueViewSchema),
  issue: get('/api/issues/:id', 'cashier', issueViewSchema, { background: true }),
  /** The caller's own latest, newest first; with `all=1` those of everyone, for managers. */
  myIssues: get('/api/issues', 'cashier', list(issueSummarySchema), { query: { all: z.optional(z.string()) } }),
  /** Sends no more requests to the issuer after the current one. */
  stopIssue: post('/api/issues/:id/stop', 'cashier', null, issueViewSchema),
  resumeIssue: post('/api/issues/:id/resume', 'cashier', null, issueViewSchema),
  /** The current state of up to 20 of its vouchers at the issuer. */
  issueStates: post('/api/issues/:id/states', 'cashier', statesRequestSchema, statesAnswerSchema),
  /**
   * Returns vouchers for printing, and records that. The person who issued them prints each once; a
   * manager can print again, with a reason.
   */
  printIssue: post('/api/issues/:id/print', 'cashier', printRequestSchema, printAnswerSchema),
  /**
   * Returns the link of one voucher to be sent to a customer, and records that, as for printing.
   */
  sendVoucher: post('/api/issues/:id/send', 'cashier', sendRequestSchema, sendAnswerSchema),
  /** The shop's transactions at the issuer, in parts, newest first. */
  searchTransactions: post('/api/transactions/search', 'manager', transactionSearchSchema, transactionStretchSchema),
  /**
   * Returns a page of lines. Managers get those of the shop, cashiers their own, stock staff the
   * shop's activations.
   */
  transactionLines: post('/api/transactions/lines', 'session', linesRequestSchema, linesAnswerSchema, {
    background: true,
  }),
  /** Totals of the same lines, and how much of the period was read. */
  transactionTotals: post('/api/transactions/totals', 'session', totalsRequestSchema, totalsAnswerSchema, {
    background: true,
  }),
  transactionDetail: post('/api/transactions/look', 'manager', transactionDetailRequestSchema, transactionDetailSchema),
  voucherTag: post('/api/transactions/voucher', 'session', voucherTagRequestSchema, voucherTagSchema),
  /** Streams CSV (RFC 4180, UTF-8) while it is read. */
  exportTransactions: post('/api/transactions/export', 'manager', transactionExportSchema, null, {
    stream: 'text/csv',
  }),
} as const satisfies Record<string, Endpoint>;
