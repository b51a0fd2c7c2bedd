import * as z from 'zod/mini';
import { fileQuery } from '../../../contract/platform/csv.ts';
import { type Endpoint, get, list, post, put } from '../../../contract/platform/endpoint.ts';
import { pageQuery, pageSchemaOf } from '../../../contract/platform/page.ts';
import {
  accountingClosingsSchema,
  bookExportSchema,
  booksSchema,
  statementRequestSchema,
  statementSchema,
} from './books.ts';
import {
  listLayoutSchema,
  matchMemorySchema,
  matchNoteSchema,
  oursAnswerSchema,
  oursRequestSchema,
} from './match/match-answer.ts';
import {
  coverSchema,
  shiftNoteRequestSchema,
  shiftSchema,
  shiftSummarySchema,
  shopDaySchema,
  zRequestSchema,
} from './shift.ts';

/**
 * Routes of shifts, of days compared with the register, of the accounting export and of
 * reconciliation.
 */
export const closingEndpoints = {
  /**
   * Lists shifts, newest first. With `mine=1`: the caller's open shifts and their latest ten closed
   * ones. With `day`: the shop's shifts opened on that day, or from `day` to `to`.
   */
  shifts: get('/api/shifts', 'cashier', list(shiftSummarySchema), {
    query: { mine: z.optional(z.string()), day: z.optional(shopDaySchema), to: z.optional(shopDaySchema) },
    isReplaced: true,
    scopes: ['closings'],
  }),
  /** Closed shifts in the order of their closing. */
  closedShifts: get('/api/v1/shifts', 'manager', pageSchemaOf(shiftSummarySchema), {
    query: pageQuery,
    scopes: ['closings'],
  }),
  /** The state of the issuer's captures and refunds of a day, and what is unsettled. */
  cover: get('/api/shifts/cover', 'manager', coverSchema, { query: { day: shopDaySchema } }),
  /** X while it is open, Z once it is closed; a cashier's own, for managers any. */
  shift: get('/api/shifts/:id', 'cashier', shiftSchema, { scopes: ['closings'], forVisitors: true }),
  /** Closes a shift with the next number of its till. The same body again is the same Z. */
  closeShift: put('/api/shifts/:id/z', 'cashier', zRequestSchema, shiftSchema, { forVisitors: true }),
  noteShift: post('/api/shifts/:id/notes', 'cashier', shiftNoteRequestSchema, shiftSchema, { forVisitors: true }),
  books: get('/api/books', 'manager', booksSchema),
  putBooks: put('/api/books', 'manager', booksSchema, booksSchema, { confirms: true }),
  bookedClosings: get('/api/books/closings', 'manager', accountingClosingsSchema, {
    query: { from: shopDaySchema, to: shopDaySchema },
  }),
  /** A file for accounting; the time, the person and the closings are recorded. */
  exportBooks: post('/api/books/export', 'manager', bookExportSchema, null, { stream: 'text/csv', confirms: true }),
  /** Amounts paid with vouchers on some days, by product and account. */
  statement: post('/api/statements', 'manager', statementRequestSchema, statementSchema),
  exportStatement: post('/api/statements/export', 'manager', statementRequestSchema, null, {
    query: fileQuery,
    stream: 'text/csv',
    confirms: true,
  }),
  matchMemory: get('/api/match', 'manager', matchMemorySchema),
  /** Our lines of a period, for a list that stays in the browser. */
  ourLines: post('/api/match/ours', 'manager', oursRequestSchema, oursAnswerSchema),
  putLayout: put('/api/match/layout', 'manager', listLayoutSchema, null),
  /** Remembers the reason for a difference; an empty note deletes it. */
  putMatchNote: put('/api/match/note', 'manager', matchNoteSchema, null),
} as const satisfies Record<string, Endpoint>;
