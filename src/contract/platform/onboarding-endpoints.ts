import * as z from 'zod/mini';
import {
  codeShopRequestSchema,
  codeShopSchema,
  enrolRequestSchema,
  firstPinSchema,
  languageChoiceSchema,
  managedShopSchema,
  personAdminSchema,
  personSchema,
  readBadgeSchema,
  sessionSchema,
  setupRequestSchema,
  shopSchema,
  signInSchema,
  trainingSchema,
  visitRequestSchema,
} from '../access/people.ts';
import { type Endpoint, get, list, post, put, remove } from './endpoint.ts';

/** Routes that a device needs before sign-in. They include routes about the server itself. */
export const onboardingEndpoints = {
  health: get(
    '/api/health',
    'any',
    z.object({
      status: z.literal('ok'),
      store: z.enum(['sqlite', 'postgres']),
      service: z.enum(['sandbox', 'remote']),
      version: z.string(),
    }),
    { forAll: true },
  ),
  ready: get('/api/ready', 'any', z.object({ ready: z.literal(true) }), { forAll: true }),
  metrics: get('/api/metrics', 'any', null, { forAll: true, stream: 'text/plain' }),
  shop: get('/api/shop', 'any', shopSchema),
  setup: post('/api/setup', 'any', setupRequestSchema, sessionSchema, { creates: true }),
  practice: post('/api/practice', 'any', null, trainingSchema, { creates: true }),
  enrol: post('/api/devices', 'any', enrolRequestSchema, z.object({ id: z.string(), name: z.string() }), {
    creates: true,
    whileSuspended: true,
  }),
  /** Names the shop of a code without using it, before the device moves there. */
  codeShop: post('/api/devices/codes/shop', 'device', codeShopRequestSchema, codeShopSchema, {
    atHome: true,
    whileSuspended: true,
  }),
  people: get('/api/people', 'device', list(z.union([personAdminSchema, personSchema]))),
  readBadge: post('/api/badges', 'device', readBadgeSchema, personSchema, { atHome: true }),
  signIn: post('/api/session', 'device', signInSchema, sessionSchema, { atHome: true }),
  /** Sets the first PIN of a person with a printed code, and signs in. */
  firstPin: post('/api/session/first-pin', 'device', firstPinSchema, sessionSchema, { atHome: true }),
  session: get('/api/session', 'session', sessionSchema, { background: true }),
  /** Sets the language of the signed-in person, on this and every other device. */
  speak: put('/api/session/language', 'session', languageChoiceSchema, null),
  signOut: remove('/api/session', 'device', null, { atHome: true }),
  /** Moves the session to another shop, until its end. */
  visit: put('/api/session/shop', 'manager', visitRequestSchema, sessionSchema),
  managedShops: get('/api/shops', 'manager', list(managedShopSchema)),
} as const satisfies Record<string, Endpoint>;
