import * as z from 'zod/mini';
import { fileQuery } from '../../../contract/platform/csv.ts';
import { type Endpoint, get, list, post } from '../../../contract/platform/endpoint.ts';
import { statementLineSchema } from '../../closings/contract/books.ts';
import { coverSchema, shiftSummarySchema, shopDaySchema } from '../../closings/contract/shift.ts';
import { fleetSchema } from '../../fleet/contract/fleet.ts';
import { moveDeviceSchema } from './move-device.ts';
import { shopOverviewSchema } from './overview.ts';
import { answersOf, incompleteSchema, openExceptionSchema } from './shop-answers.ts';

/** From one day of the shops to another, both included. */
const query = { from: shopDaySchema, to: shopDaySchema };

const daysSchema = z.strictObject(query);

/** Routes of several shops: for head office, and some for managers of at least two. */
export const chainEndpoints = {
  chainOverview: get('/api/chain/overview', 'office', list(shopOverviewSchema), { query }),
  shopCoverage: get('/api/chain/coverage', 'manager', z.object({ incomplete: z.nullable(incompleteSchema) }), {
    query,
  }),
  chainDevices: get('/api/chain/devices', 'office', answersOf(fleetSchema)),
  moveDevice: post('/api/chain/devices/:id/move', 'office', moveDeviceSchema, null, { confirms: true }),
  /** The shifts that opened on these days, 31 at most. */
  chainClosings: get('/api/chain/closings', 'manager', answersOf(list(shiftSummarySchema)), { query }),
  exportChainClosings: post('/api/chain/closings/export', 'manager', daysSchema, null, {
    query: fileQuery,
    stream: 'text/csv',
    confirms: true,
  }),
  /** The shops' answers of `cover` without their lists. */
  chainCovers: get(
    '/api/chain/cover',
    'manager',
    answersOf(z.extend(z.pick(coverSchema, { currencies: true }), { incomplete: z.nullable(incompleteSchema) })),
    { query: { day: shopDaySchema } },
  ),
  chainStatement: get('/api/chain/statement', 'manager', answersOf(list(statementLineSchema)), { query }),
  exportChainStatement: post('/api/chain/statement/export', 'manager', daysSchema, null, {
    query: fileQuery,
    stream: 'text/csv',
    confirms: true,
  }),
  /** The exceptions of the last four weeks that no manager has reviewed. */
  chainExceptions: get('/api/chain/exceptions', 'manager', answersOf(list(openExceptionSchema))),
} as const satisfies Record<string, Endpoint>;
