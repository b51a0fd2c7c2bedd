import * as z from 'zod/mini';
import { type Endpoint, get, list, post, put } from '../../../contract/platform/endpoint.ts';
import { issueRequestSchema } from '../../../contract/redemption/issue-request.ts';
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
} from './issue.ts';

export const issueEndpoints = {
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
} as const satisfies Record<string, Endpoint>;
