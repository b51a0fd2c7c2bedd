import * as z from 'zod/mini';
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
  myTenders: { method: 'GET', path: '/api/tenders', who: 'cashier', request: null, answer: list(tenderViewSchema) },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
/** The JSON body that a route takes; `undefined` for none. */
export type RequestOf<E extends Endpoint> = E['request'] extends z.ZodMiniType ? z.infer<E['request']> : undefined;
/** The JSON body that a route answers with; `undefined` for none (204). */
export type AnswerOf<E extends Endpoint> = E['answer'] extends z.ZodMiniType ? z.infer<E['answer']> : undefined;
