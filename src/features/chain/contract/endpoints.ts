import { type Endpoint, get, list } from '../../../contract/platform/endpoint.ts';
import { shopDaySchema } from '../../closings/contract/shift.ts';
import { shopOverviewSchema } from './overview.ts';

export const chainEndpoints = {
  /** From one day of the shops to another, both included. */
  chainOverview: get('/api/chain/overview', 'office', list(shopOverviewSchema), {
    query: { from: shopDaySchema, to: shopDaySchema },
  }),
} as const satisfies Record<string, Endpoint>;
