import { type Endpoint, get, list, put, remove } from '../../../contract/platform/endpoint.ts';
import { holdRequestSchema, holdSchema } from './hold.ts';

export const holdEndpoints = {
  /** Vouchers on hold, and the last ones that were let go, newest first. */
  holds: get('/api/holds', 'manager', list(holdSchema), { background: true }),
  /** Nothing is taken from a voucher from then on, at any till and by any key. */
  putHold: put('/api/holds/:id', 'manager', holdRequestSchema, holdSchema),
  letGo: remove('/api/holds/:id', 'manager', null),
} as const satisfies Record<string, Endpoint>;
