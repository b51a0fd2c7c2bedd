import * as z from 'zod/mini';
import { type Endpoint, get, list, post, put } from '../../../contract/platform/endpoint.ts';
import {
  bookExportSchema,
  bookedClosingsSchema,
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
 * Routes of shifts and of days compared with the register. Those of what is laid beside other
 * people's books stand here too.
 */
export const closingEndpoints = {
  /**
   * Lists shifts, newest first: with `mine=1` the caller's own, open ones and the last; with `day`
   * those of the shop that opened on that day, and with `to` up to another.
   */
  shifts: get('/api/shifts', 'cashier', list(shiftSummarySchema), {
    query: { mine: z.optional(z.string()), day: z.optional(shopDaySchema), to: z.optional(shopDaySchema) },
    scopes: ['closings'],
  }),
  /** Where the issuer's captures and refunds of a day stand, and what is not settled. */
  cover: get('/api/shifts/cover', 'manager', coverSchema, { query: { day: shopDaySchema } }),
  /** X while it is open, Z once it is closed; a cashier's own, for managers any. */
  shift: get('/api/shifts/:id', 'cashier', shiftSchema, { scopes: ['closings'] }),
  /**
   * Closes a shift under the next number of its till.
   *
   * The same body again is the same Z.
   */
  closeShift: put('/api/shifts/:id/z', 'cashier', zRequestSchema, shiftSchema),
  /** Adds a note to a closed shift, for example where the register differs. */
  noteShift: post('/api/shifts/:id/notes', 'cashier', shiftNoteRequestSchema, shiftSchema),
  /** How closings become entries of the shop's books. */
  books: get('/api/books', 'manager', booksSchema),
  putBooks: put('/api/books', 'manager', booksSchema, booksSchema),
  /** The closings of some days, with what was exported of them before. */
  bookedClosings: get('/api/books/closings', 'manager', bookedClosingsSchema, {
    query: { from: shopDaySchema, to: shopDaySchema },
  }),
  /** A file for other books; when it was made, by whom and of which closings is kept. */
  exportBooks: post('/api/books/export', 'manager', bookExportSchema, null, { stream: 'text/csv' }),
  /** What vouchers paid in some days, by product and account. */
  statement: post('/api/statements', 'manager', statementRequestSchema, statementSchema),
  exportStatement: post('/api/statements/export', 'manager', statementRequestSchema, null, { stream: 'text/csv' }),
  /** What is remembered of other lists: their columns, and notes about differences. */
  matchMemory: get('/api/match', 'manager', matchMemorySchema),
  /** Our lines of a period, for a list that stays in the browser. */
  ourLines: post('/api/match/ours', 'manager', oursRequestSchema, oursAnswerSchema),
  /** Remembers what the columns of a list are. */
  putLayout: put('/api/match/layout', 'manager', listLayoutSchema, null),
  /** Remembers why something differs; an empty note forgets that. */
  putMatchNote: put('/api/match/note', 'manager', matchNoteSchema, null),
} as const satisfies Record<string, Endpoint>;
