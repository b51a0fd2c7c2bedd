import * as z from 'zod/mini';
import { type Endpoint, list } from './endpoint.ts';
import { journalStandingSchema, rememberedSchema } from './journal.ts';
import {
  enrolRequestSchema,
  languageChoiceSchema,
  personAdminSchema,
  personSchema,
  practiceSchema,
  sessionSchema,
  setupRequestSchema,
  shopSchema,
  signInSchema,
} from './people.ts';
import { refundRequestSchema, refundViewSchema } from './refund.ts';
import { tenderRequestSchema, tenderViewSchema, tombstoneSchema } from './tender.ts';
import { checkAnswerSchema, codeSchema } from './voucher.ts';

/** Routes that a till needs from its first screen on. */
export const tillEndpoints = {
  health: {
    method: 'GET',
    path: '/api/health',
    who: 'any',
    request: null,
    answer: z.object({
      status: z.literal('ok'),
      store: z.enum(['sqlite', 'postgres']),
      service: z.enum(['sandbox', 'remote']),
      version: z.string(),
    }),
    forAll: true,
  },
  ready: { method: 'GET', path: '/api/ready', who: 'any', request: null, answer: z.object({ ready: z.literal(true) }), forAll: true },
  /** Prometheus text, for this machine or whoever holds the token. */
  metrics: { method: 'GET', path: '/api/metrics', who: 'any', request: null, answer: null, forAll: true },
  shop: { method: 'GET', path: '/api/shop', who: 'any', request: null, answer: shopSchema },
  setup: { method: 'POST', path: '/api/setup', who: 'any', request: setupRequestSchema, answer: sessionSchema },
  practice: { method: 'POST', path: '/api/practice', who: 'any', request: null, answer: practiceSchema },
  enrol: {
    method: 'POST',
    path: '/api/devices',
    who: 'any',
    request: enrolRequestSchema,
    answer: z.object({ id: z.string(), name: z.string() }),
  },
  /** Whoever can sign in; a manager sees everybody, with what only managers see. */
  people: {
    method: 'GET',
    path: '/api/people',
    who: 'device',
    request: null,
    answer: list(z.union([personAdminSchema, personSchema])),
  },
  signIn: { method: 'POST', path: '/api/session', who: 'device', request: signInSchema, answer: sessionSchema },
  session: { method: 'GET', path: '/api/session', who: 'session', request: null, answer: sessionSchema, background: true },
  /** The language that whoever is signed in wants to read, here and on every other device. */
  speak: { method: 'PUT', path: '/api/session/language', who: 'session', request: languageChoiceSchema, answer: null },
  signOut: { method: 'DELETE', path: '/api/session', who: 'device', request: null, answer: null },
  check: {
    method: 'POST',
    path: '/api/vouchers/check',
    who: 'cashier',
    request: z.strictObject({ code: codeSchema }),
    answer: checkAnswerSchema,
  },
  putTender: { method: 'PUT', path: '/api/tenders/:id', who: 'cashier', request: tenderRequestSchema, answer: tenderViewSchema },
  tender: { method: 'GET', path: '/api/tenders/:id', who: 'cashier', request: null, answer: tenderViewSchema, background: true },
  cancelTender: { method: 'DELETE', path: '/api/tenders/:id', who: 'cashier', request: null, answer: tombstoneSchema },
  /** Managers refund any redemption of this shop; a cashier undoes the own last one for a while. */
  putRefund: { method: 'PUT', path: '/api/refunds/:id', who: 'cashier', request: refundRequestSchema, answer: refundViewSchema },
  refund: { method: 'GET', path: '/api/refunds/:id', who: 'cashier', request: null, answer: refundViewSchema, background: true },
  /** Which journal answers here, and whether it is complete. */
  journal: { method: 'GET', path: '/api/journal', who: 'device', request: null, answer: journalStandingSchema, background: true },
  /** What a till remembers, for a journal that may lack it. */
  remembered: {
    method: 'POST',
    path: '/api/journal/remembered',
    who: 'session',
    request: rememberedSchema,
    answer: journalStandingSchema,
    background: true,
  },
  /** Server-sent events named `changed`, with a `Change` as data, and a comment now and then. */
  events: { method: 'GET', path: '/api/events', who: 'session', request: null, answer: null, background: true },
  myTenders: { method: 'GET', path: '/api/tenders', who: 'cashier', request: null, answer: list(tenderViewSchema), background: true },
} as const satisfies Record<string, Endpoint>;
