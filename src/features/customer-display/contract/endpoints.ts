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
   * What a customer display shows: of the till that this device was connected to, or of its own.
   *
   * `?sale=` names the sale that the own till shows.
   */
  display: get('/api/display', 'device', displayViewSchema, { background: true }),
  /**
   * Server-sent events for a customer display: `changed` where it is to be asked for again, `here`
   * every few seconds where it still stands. Both have an empty object as data.
   */
  displayEvents: get('/api/display/events', 'device', null, { background: true, stream: 'text/event-stream' }),
  /** What is on this till's screen, for the other devices that show it. */
  showSale: put('/api/display/sale', 'cashier', displayedSaleSchema, null, { background: true }),
  /** A code for one other device, which then shows this till to customers. */
  displayCode: post('/api/displays/codes', 'cashier', null, displayCodeSchema),
  /** Makes this device a customer display of the till that made the code. */
  connectDisplay: post('/api/displays', 'device', displayConnectSchema, displayConnectedSchema),
  /** The devices that show this till. */
  displays: get('/api/displays', 'cashier', list(displaySchema), { background: true }),
  /**
   * Ends that.
   *
   * Whoever is signed in ends displays of the own till, managers those of all.
   */
  endDisplay: remove('/api/displays/:id', 'cashier', null),
} as const satisfies Record<string, Endpoint>;
