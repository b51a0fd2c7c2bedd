import * as z from 'zod/mini';
import { type Endpoint, get, list, post, put } from '../../../contract/platform/endpoint.ts';
import { issueRequestSchema } from '../../../contract/redemption/issue-request.ts';
import {
  issueSummarySchema,
  issueViewSchema,
  printAnswerSchema,
  printRequestSchema,
  productViewSchema,
  releasedVoucherSchema,
  sendAnswerSchema,
  sendRequestSchema,
  showRequestSchema,
  statesAnswerSchema,
  statesRequestSchema,
  takeBackRequestSchema,
  undoReturnRequestSchema,
} from './issue.ts';

export const issueEndpoints = {
  products: get('/api/products', 'cashier', list(productViewSchema)),
  product: get('/api/products/:code', 'cashier', productViewSchema),
  putIssue: put('/api/issues/:id', 'cashier', issueRequestSchema, issueViewSchema, { approvable: 'issue' }),
  issue: get('/api/issues/:id', 'cashier', issueViewSchema, { background: true }),
  /** The caller's own, newest first; with `all=1` everyone's, for managers. */
  myIssues: get('/api/issues', 'cashier', list(issueSummarySchema), { query: { all: z.optional(z.string()) } }),
  stopIssue: post('/api/issues/:id/stop', 'cashier', null, issueViewSchema),
  resumeIssue: post('/api/issues/:id/resume', 'cashier', null, issueViewSchema),
  /**
   * Takes a sale back: puts its vouchers on hold, and releases none of them again. The issuer
   * cannot cancel them.
   */
  takeBackIssue: post('/api/issues/:id/take-back', 'manager', takeBackRequestSchema, issueViewSchema),
  /** Undoes the return: its vouchers are released from hold. */
  undoReturn: post('/api/issues/:id/undo-return', 'manager', undoReturnRequestSchema, issueViewSchema, {
    bodyOptional: true,
  }),
  /** The current states of up to 20 of its vouchers at the issuer. */
  issueStates: post('/api/issues/:id/states', 'cashier', statesRequestSchema, statesAnswerSchema),
  /**
   * Records the release of vouchers for printing, and returns them. The seller prints each voucher
   * that was not released before; a manager prints all again, with a reason.
   */
  printIssue: post('/api/issues/:id/print', 'cashier', printRequestSchema, printAnswerSchema, {
    approvable: 'reprint',
  }),
  /** Records the release of a voucher's link for a customer, and returns it. */
  sendVoucher: post('/api/issues/:id/send', 'cashier', sendRequestSchema, sendAnswerSchema),
  /** Records that a voucher is shown on the screen, and returns it. */
  showVoucher: post('/api/issues/:id/show', 'cashier', showRequestSchema, releasedVoucherSchema),
} as const satisfies Record<string, Endpoint>;
