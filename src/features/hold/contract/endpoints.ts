import { type Endpoint, get, list, put, remove } from '../../../contract/platform/endpoint.ts';
import { holdRequestSchema, holdSchema } from './hold.ts';

export const holdEndpoints = {
  holds: get('/api/holds', 'manager', list(holdSchema), { background: true }),
  putHold: put('/api/holds/:id', 'manager', holdRequestSchema, holdSchema),
  letGo: remove('/api/holds/:id', 'manager', null, { confirms: true }),
} as const satisfies Record<string, Endpoint>;
