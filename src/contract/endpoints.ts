import * as z from 'zod/mini';
import { activationRequestSchema, activationViewSchema, resumeActivationSchema } from './activation.ts';
import { attentionItemSchema, attentionRequestSchema } from './attention.ts';
import { issueRequestSchema, issueSummarySchema, issueViewSchema, productViewSchema } from './issue.ts';
import {
  deviceSchema,
  enrolmentCodeSchema,
  enrolRequestSchema,
  newPersonSchema,
  personAdminSchema,
  personChangeSchema,
  personSchema,
  practiceSchema,
  practiceVoucherSchema,
  sessionSchema,
  setupRequestSchema,
  shopSchema,
  signInSchema,
} from './people.ts';
import { refundRequestSchema, refundViewSchema } from './refund.ts';
import { tenderRequestSchema, tenderViewSchema, tombstoneSchema } from './tender.ts';
import { checkAnswerSchema, codeSchema } from './voucher.ts';

/** Who may call a route: anyone, an enrolled device, any signed-in person, or a signed-in person with (at least) a role. */
export type Who = 'any' | 'device' | 'session' | 'cashier' | 'stock' | 'manager';

/** One route of the server. `request` and `answer` are JSON bodies; null means none. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/api/${string}`;
  readonly who: Who;
  readonly request: z.ZodMiniType | null;
  readonly answer: z.ZodMiniType | null;
  /** The page asks this by itself, so asking it does not keep a session awake. */
  readonly background?: true;
  /** A request without a body is one with `{}`. */
  readonly bodyOptional?: true;
}

const list = <T extends z.ZodMiniType>(item: T) => z.array(item);

/** The one table of routes: path, who may call it, what it takes and what it answers. Both sides read it. */
export const endpoints = {
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
  },
  ready: { method: 'GET', path: '/api/ready', who: 'any', request: null, answer: z.object({ ready: z.literal(true) }) },
  /** Prometheus text, for this machine or whoever holds the token. */
  metrics: { method: 'GET', path: '/api/metrics', who: 'any', request: null, answer: null },
  shop: { method: 'GET', path: '/api/shop', who: 'any', request: null, answer: shopSchema },
  setup: { method: 'POST', path: '/api/setup', who: 'any', request: setupRequestSchema, answer: sessionSchema },
  practice: { method: 'POST', path: '/api/practice', who: 'any', request: null, answer: practiceSchema },
  practiceVouchers: { method: 'GET', path: '/api/practice/vouchers', who: 'device', request: null, answer: list(practiceVoucherSchema) },
  enrol: {
    method: 'POST',
    path: '/api/devices',
    who: 'any',
    request: enrolRequestSchema,
    answer: z.object({ id: z.string(), name: z.string() }),
  },
  enrolmentCode: { method: 'POST', path: '/api/devices/codes', who: 'manager', request: null, answer: enrolmentCodeSchema },
  devices: { method: 'GET', path: '/api/devices', who: 'manager', request: null, answer: list(deviceSchema) },
  revokeDevice: { method: 'DELETE', path: '/api/devices/:id', who: 'manager', request: null, answer: null },
  /** Whoever can sign in; a manager sees everybody, with what only managers see. */
  people: {
    method: 'GET',
    path: '/api/people',
    who: 'device',
    request: null,
    answer: list(z.union([personAdminSchema, personSchema])),
  },
  addPerson: { method: 'POST', path: '/api/people', who: 'manager', request: newPersonSchema, answer: personAdminSchema },
  changePerson: { method: 'PATCH', path: '/api/people/:id', who: 'manager', request: personChangeSchema, answer: personAdminSchema },
  signIn: { method: 'POST', path: '/api/session', who: 'device', request: signInSchema, answer: sessionSchema },
  session: { method: 'GET', path: '/api/session', who: 'session', request: null, answer: sessionSchema, background: true },
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
  attention: { method: 'GET', path: '/api/attention', who: 'manager', request: null, answer: list(attentionItemSchema), background: true },
  /** Answers with the case as it then stands; null when it has left the list. */
  settleAttention: {
    method: 'POST',
    path: '/api/attention/:id',
    who: 'manager',
    request: attentionRequestSchema,
    answer: z.object({ item: z.nullable(attentionItemSchema) }),
  },
  putActivation: {
    method: 'PUT',
    path: '/api/activations/:id',
    who: 'stock',
    request: activationRequestSchema,
    answer: activationViewSchema,
  },
  activation: { method: 'GET', path: '/api/activations/:id', who: 'stock', request: null, answer: activationViewSchema, background: true },
  /** The caller's own latest, newest first. */
  myActivations: { method: 'GET', path: '/api/activations', who: 'stock', request: null, answer: list(activationViewSchema) },
  /** No range is sent after the one that is with the issuer. */
  stopActivation: { method: 'POST', path: '/api/activations/:id/stop', who: 'stock', request: null, answer: activationViewSchema },
  /** Sends what is left, and the unknown or refused ranges that the body names. */
  resumeActivation: {
    method: 'POST',
    path: '/api/activations/:id/resume',
    who: 'stock',
    request: resumeActivationSchema,
    answer: activationViewSchema,
    bodyOptional: true,
  },
  products: { method: 'GET', path: '/api/products', who: 'cashier', request: null, answer: list(productViewSchema) },
  putIssue: { method: 'PUT', path: '/api/issues/:id', who: 'cashier', request: issueRequestSchema, answer: issueViewSchema },
  issue: { method: 'GET', path: '/api/issues/:id', who: 'cashier', request: null, answer: issueViewSchema, background: true },
  /** The caller's own latest, newest first. */
  myIssues: { method: 'GET', path: '/api/issues', who: 'cashier', request: null, answer: list(issueSummarySchema) },
  /** The issuer is asked for no more after the request that it has. */
  stopIssue: { method: 'POST', path: '/api/issues/:id/stop', who: 'cashier', request: null, answer: issueViewSchema },
  /** Asks for the remainder. */
  resumeIssue: { method: 'POST', path: '/api/issues/:id/resume', who: 'cashier', request: null, answer: issueViewSchema },
  /** Server-sent events named `changed`, with a `Change` as data, and a comment now and then. */
  events: { method: 'GET', path: '/api/events', who: 'session', request: null, answer: null, background: true },
  myTenders: { method: 'GET', path: '/api/tenders', who: 'cashier', request: null, answer: list(tenderViewSchema), background: true },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
/** The JSON body that a route takes; `undefined` for none. */
export type RequestOf<E extends Endpoint> = E['request'] extends z.ZodMiniType ? z.infer<E['request']> : undefined;
/** The JSON body that a route answers with; `undefined` for none (204). */
export type AnswerOf<E extends Endpoint> = E['answer'] extends z.ZodMiniType ? z.infer<E['answer']> : undefined;
