import * as z from 'zod/mini';
import { fileQuery } from '../../../contract/platform/csv.ts';
import { type Endpoint, get, post, put } from '../../../contract/platform/endpoint.ts';
import { deviceReportSchema, fleetSchema } from './fleet.ts';

export const fleetEndpoints = {
  /** Replaces the former report of this device. */
  reportDevice: put('/api/device/report', 'device', deviceReportSchema, null, { background: true, atHome: true }),
  /** Asks the devices in use for a report now; locked ones report every five minutes. */
  askForReports: post('/api/fleet/reports', 'manager', z.strictObject({}), null),
  fleet: get('/api/fleet', 'manager', fleetSchema),
  fleetExport: get('/api/fleet.csv', 'manager', null, {
    query: fileQuery,
    stream: 'text/csv',
    confirms: true,
  }),
} as const satisfies Record<string, Endpoint>;
