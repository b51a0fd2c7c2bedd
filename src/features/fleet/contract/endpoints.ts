import { type Endpoint, get, put } from '../../../contract/platform/endpoint.ts';
import { deviceReportSchema, fleetSchema } from './fleet.ts';

export const fleetEndpoints = {
  /** Replaces the former report of this device. */
  reportDevice: put('/api/device/report', 'device', deviceReportSchema, null, { background: true }),
  fleet: get('/api/fleet', 'manager', fleetSchema),
  fleetExport: get('/api/fleet.csv', 'manager', null, { stream: 'text/csv' }),
} as const satisfies Record<string, Endpoint>;
