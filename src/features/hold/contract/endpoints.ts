import { type Endpoint, get, list, put, remove } from '../../../contract/platform/endpoint.ts';
import { holdRequestSchema, holdSchema } from './hold.ts';

export const holdEndpoints = {
  /** Vouchers on hold, and those released recently, newest first. */
  holds: get('/api/holds', 'manager', list(holdSchema), { background: true }),
  /** From then on, no till and no key can redeem the voucher. */
  putHold: put('/api/holds/:id', 'manager', holdRequestSchema, holdSchema),
  letGo: remove('/api/holds/:id', 'manager', null, { confirms: true }),
} as const satisfies Record<string, Endpoint>;
