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
 * Routes of pages that are opened when somebody wants them.
 *
 * A page loads these with the first of them that it calls.
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
  /** Forgets the wrong PINs that count for the shop as a whole. */
  unlockShop: post('/api/shop/unlock', 'manager', null, null),
  addPerson: post('/api/people', 'manager', newPersonSchema, personAdminSchema),
  changePerson: patch('/api/people/:id', 'manager', personChangeSchema, personAdminSchema),
  /** A new code for a person's badge; the one before works no longer. */
  makeBadge: post('/api/people/:id/badge', 'manager', null, badgeSchema),
  revokeBadge: remove('/api/people/:id/badge', 'manager', null),
  attention: get('/api/attention', 'manager', list(attentionItemSchema), { background: true }),
  /** Answers with the case as it then stands; null when it has left the list. */
  settleAttention: post(
    '/api/attention/:id',
    'manager',
    attentionRequestSchema,
    z.object({ item: z.nullable(attentionItemSchema) }),
  ),
  putActivation: put('/api/activations/:id', 'stock', activationRequestSchema, activationViewSchema),
  activation: get('/api/activations/:id', 'stock', activationViewSchema, { background: true }),
  /** The caller's own latest, newest first; with `all=1` those of everybody, for managers. */
  myActivations: get('/api/activations', 'stock', list(activationViewSchema), {
    background: true,
    query: { all: z.optional(z.string()) },
  }),
  /** No range is sent after the one that is with the issuer. */
  stopActivation: post('/api/activations/:id/stop', 'stock', null, activationViewSchema),
  /** Sends what is left, and the unknown or refused ranges that the body names. */
  resumeActivation: post('/api/activations/:id/resume', 'stock', resumeActivationSchema, activationViewSchema, {
    bodyOptional: true,
  }),
  /** Takes a range back, where the issuer offered that. */
  deactivate: post('/api/activations/:id/deactivate', 'manager', deactivateRequestSchema, activationViewSchema),
  /**
   * Looks at one card by its code, as a check at the till does.
   *
   * It is a sample before or after its range is activated.
   */
  checkCard: post('/api/cards/check', 'stock', z.strictObject({ code: codeSchema }), checkAnswerSchema),
  /**
   * Why a voucher holds what it holds; stock staff ask by the sequence number of a card alone.
   *
   * The first of each story is a line of the trail.
   */
  story: post('/api/stories', 'session', storyRequestSchema, storySchema, { scopes: ['stories'] }),
  /** A manager's note on a story, which the trail keeps. */
  noteStory: post('/api/stories/notes', 'manager', storyNoteSchema, null),
  /** What a manager may want to look at, of the last four weeks. */
  exceptions: post('/api/exceptions/search', 'manager', exceptionSearchSchema, exceptionsSchema),
  /** A manager has looked at one; the trail keeps the note. */
  lookedAt: post('/api/exceptions/looked-at', 'manager', lookedAtSchema, null),
  /** Vouchers on hold, and the last ones that were let go, newest first. */
  holds: get('/api/holds', 'manager', list(holdSchema), { background: true }),
  /** Nothing is taken from a voucher from then on, at any till and by any key. */
  putHold: put('/api/holds/:id', 'manager', holdRequestSchema, holdSchema),
  letGo: remove('/api/holds/:id', 'manager', null),
  /**
   * A manager's PIN for one wish, typed at the till of whoever asks; the id is that of the wish.
   */
  putApproval: put('/api/approvals/:id', 'session', approvalRequestSchema, approvalSchema),
  /** Asks managers about one wish on their own devices; the id is that of the wish. */
  askApproval: put('/api/approvals/:id/asked', 'session', approvalAskSchema, askedApprovalSchema),
  askedApproval: get('/api/approvals/:id/asked', 'session', askedApprovalSchema, { background: true }),
  takeBackApproval: remove('/api/approvals/:id/asked', 'session', null),
  openApprovals: get('/api/approvals', 'manager', list(openApprovalSchema), { background: true }),
  answerApproval: post('/api/approvals/:id/answer', 'manager', approvalAnswerSchema, null),
  /** A wish that is not carried out, because a caller may be behind it; the trail keeps that. */
  suspectScam: post('/api/approvals/:id/suspected', 'session', approvalAskSchema, null),
  settings: get('/api/settings', 'session', shopSettingsSchema),
  putSettings: put('/api/settings', 'manager', putSettingsSchema, shopSettingsSchema),
  /** What people did in the shop, newest first. */
  auditSearch: post('/api/audit/search', 'manager', trailSearchSchema, trailPageSchema),
  /** The same as CSV, all of it. */
  auditExport: post('/api/audit/export', 'manager', trailExportSchema, null, { stream: 'text/csv' }),
  products: get('/api/products', 'cashier', list(productViewSchema)),
  product: get('/api/products/:code', 'cashier', productViewSchema),
  putIssue: put('/api/issues/:id', 'cashier', issueRequestSchema, issueViewSchema),
  issue: get('/api/issues/:id', 'cashier', issueViewSchema, { background: true }),
  /** The caller's own latest, newest first; with `all=1` those of everybody, for managers. */
  myIssues: get('/api/issues', 'cashier', list(issueSummarySchema), { query: { all: z.optional(z.string()) } }),
  /** The issuer is asked for no more after the request that it has. */
  stopIssue: post('/api/issues/:id/stop', 'cashier', null, issueViewSchema),
  /** Asks for the remainder. */
  resumeIssue: post('/api/issues/:id/resume', 'cashier', null, issueViewSchema),
  /** How up to 20 vouchers of it stand at the issuer now. */
  issueStates: post('/api/issues/:id/states', 'cashier', statesRequestSchema, statesAnswerSchema),
  /**
   * Gives vouchers to be printed, and writes that down.
   *
   * Whoever made the issue prints each once; a manager prints again, with a reason.
   */
  printIssue: post('/api/issues/:id/print', 'cashier', printRequestSchema, printAnswerSchema),
  /**
   * Gives the link of one voucher to be sent to a customer.
   *
   * It writes that down, as for printing.
   */
  sendVoucher: post('/api/issues/:id/send', 'cashier', sendRequestSchema, sendAnswerSchema),
  /** The shop's transactions at the issuer, stretch by stretch, newest first. */
  searchTransactions: post('/api/transactions/search', 'manager', transactionSearchSchema, transactionStretchSchema),
  /**
   * Tells a page of lines.
   *
   * They are of the shop for managers, of what they did themselves for cashiers, the shop's
   * activations for stock.
   */
  transactionLines: post('/api/transactions/lines', 'session', linesRequestSchema, linesAnswerSchema, {
    background: true,
  }),
  /** What the same lines add up to, and how much of the period was read. */
  transactionTotals: post('/api/transactions/totals', 'session', totalsRequestSchema, totalsAnswerSchema, {
    background: true,
  }),
  /** One line with its action trail and its row in the journal. */
  transactionDetail: post('/api/transactions/look', 'manager', transactionDetailRequestSchema, transactionDetailSchema),
  voucherTag: post('/api/transactions/voucher', 'session', voucherTagRequestSchema, voucherTagSchema),
  /** Answers with CSV (RFC 4180, UTF-8), as it is read. */
  exportTransactions: post('/api/transactions/export', 'manager', transactionExportSchema, null, {
    stream: 'text/csv',
  }),
} as const satisfies Record<string, Endpoint>;
