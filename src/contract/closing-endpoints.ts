import * as z from 'zod/mini';
import { type Endpoint, get, list, post, put } from './endpoint.ts';
import {
  coverSchema,
  shiftNoteRequestSchema,
  shiftSchema,
  shiftSummarySchema,
  shopDaySchema,
  zRequestSchema,
} from './shift.ts';
import { closingRequestSchema, closingSchema } from './transaction.ts';

/** Routes of ends of days and of shifts, and of what is laid beside other people's books. */
export const closingEndpoints = {
  /**
   * Compares a day with the register and keeps what was found.
   *
   * The same id and body again is the same closing.
   */
  putClosing: put('/api/closings/:id', 'manager', closingRequestSchema, closingSchema),
  /** The latest closings, newest first. */
  closings: get('/api/closings', 'manager', list(closingSchema), { scopes: ['closings'] }),
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
} as const satisfies Record<string, Endpoint>;
