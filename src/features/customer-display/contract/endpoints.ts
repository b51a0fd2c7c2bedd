import { type Endpoint, get, list, post, put, remove } from '../../../contract/platform/endpoint.ts';
import {
  displayCodeSchema,
  displayConnectedSchema,
  displayConnectSchema,
  displayedSaleSchema,
  displaySchema,
  displayViewSchema,
} from './display.ts';

export const displayEndpoints = {
  /**
   * The content of a customer display, of the till that this device is connected to or is itself.
   *
   * `?sale=` names the sale on this device's own till.
   */
  display: get('/api/display', 'device', displayViewSchema, { background: true, atHome: true }),
  /**
   * Server-sent events for a customer display: `changed` if it has to be read again, `here` every
   * few seconds while it is connected. Both have an empty object as data.
   */
  displayEvents: get('/api/display/events', 'device', null, {
    background: true,
    atHome: true,
    stream: 'text/event-stream',
  }),
  showSale: put('/api/display/sale', 'cashier', displayedSaleSchema, null, { background: true }),
  displayCode: post('/api/displays/codes', 'cashier', null, displayCodeSchema),
  connectDisplay: post('/api/displays', 'device', displayConnectSchema, displayConnectedSchema, { atHome: true }),
  displays: get('/api/displays', 'cashier', list(displaySchema), { background: true }),
  /**
   * Disconnects a customer display.
   *
   * Anyone signed in may do so for their own till, managers for every till.
   */
  endDisplay: remove('/api/displays/:id', 'cashier', null),
} as const satisfies Record<string, Endpoint>;
