import { fileQuery } from '../../../contract/platform/csv.ts';
import { type Endpoint, get, list, post, put } from '../../../contract/platform/endpoint.ts';
import { pageQuery, pageSchemaOf } from '../../../contract/platform/page.ts';
import { refundViewSchema } from '../../../contract/redemption/refund.ts';
import { tenderViewSchema } from '../../../contract/redemption/tender.ts';
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
  /** Reads the shop's transactions at the issuer, stretch by stretch, newest first. */
  searchTransactions: post('/api/transactions/search', 'manager', transactionSearchSchema, transactionStretchSchema),
  /**
   * Returns a page of lines.
   *
   * Managers see the whole shop's, cashiers their own, stock staff the shop's activations.
   */
  transactionLines: post('/api/transactions/lines', 'session', linesRequestSchema, linesAnswerSchema, {
    background: true,
  }),
  /** The totals of the same lines, and how much of the period was read. */
  transactionTotals: post('/api/transactions/totals', 'session', totalsRequestSchema, totalsAnswerSchema, {
    background: true,
  }),
  /** One line with its action trail and its row in the journal. */
  transactionDetail: post('/api/transactions/look', 'manager', transactionDetailRequestSchema, transactionDetailSchema),
  voucherTag: post('/api/transactions/voucher', 'session', voucherTagRequestSchema, voucherTagSchema),
  /**
   * Streams CSV (RFC 4180, UTF-8); with `spreadsheet=1`, codes are formulas that keep their digits
   * in Excel and Sheets.
   */
  exportTransactions: post('/api/transactions/export', 'manager', transactionExportSchema, null, {
    query: fileQuery,
    stream: 'text/csv',
    confirms: true,
  }),
  /**
   * Compares a day with the register and stores the result.
   *
   * The same id and body return the same closing.
   */
  putClosing: put('/api/closings/:id', 'manager', closingRequestSchema, closingSchema),
  listTenders: get('/api/v1/tenders', 'manager', pageSchemaOf(tenderViewSchema), {
    query: pageQuery,
    scopes: ['read'],
  }),
  listRefunds: get('/api/v1/refunds', 'manager', pageSchemaOf(refundViewSchema), {
    query: pageQuery,
    scopes: ['read'],
  }),
  closings: get('/api/closings', 'manager', list(closingSchema), { scopes: ['closings'] }),
} as const satisfies Record<string, Endpoint>;
