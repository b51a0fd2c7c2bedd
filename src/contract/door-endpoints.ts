import * as z from 'zod/mini';
import { type Endpoint, list } from './endpoint.ts';
import {
  enrolRequestSchema,
  languageChoiceSchema,
  personAdminSchema,
  personSchema,
  practiceSchema,
  readBadgeSchema,
  sessionSchema,
  setupRequestSchema,
  shopSchema,
  signInSchema,
} from './people.ts';

/**
 * Routes that a device needs until somebody has signed in.
 *
 * Those of the server itself are here, too.
 */
export const doorEndpoints = {
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
  metrics: { method: 'GET', path: '/api/metrics', who: 'any', request: null, answer: null, forAll: true, stream: 'text/plain' },
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
  /** Whose badge was scanned; that alone opens nothing. */
  readBadge: { method: 'POST', path: '/api/badges', who: 'device', request: readBadgeSchema, answer: personSchema },
  signIn: { method: 'POST', path: '/api/session', who: 'device', request: signInSchema, answer: sessionSchema },
  session: { method: 'GET', path: '/api/session', who: 'session', request: null, answer: sessionSchema, background: true },
  /**
   * Sets the language that whoever is signed in wants to read.
   *
   * It goes for here and every other device.
   */
  speak: { method: 'PUT', path: '/api/session/language', who: 'session', request: languageChoiceSchema, answer: null },
  signOut: { method: 'DELETE', path: '/api/session', who: 'device', request: null, answer: null },
} as const satisfies Record<string, Endpoint>;
