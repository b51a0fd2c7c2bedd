import { type Endpoint, get, list, post, put } from '../../../contract/platform/endpoint.ts';
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

export const transactionEndpoints = {
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
  /**
   * Compares a day with the register and keeps what was found.
   *
   * The same id and body again is the same closing.
   */
  putClosing: put('/api/closings/:id', 'manager', closingRequestSchema, closingSchema),
  /** The latest closings, newest first. */
  closings: get('/api/closings', 'manager', list(closingSchema), { scopes: ['closings'] }),
} as const satisfies Record<string, Endpoint>;
