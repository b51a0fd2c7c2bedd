import { endpoints } from '../../contract/endpoints.ts';
import type { Router } from '../http/route.ts';
import type { Events } from './events.ts';

/** Adds the route of server-sent events. */
export function eventRoutes(onStream: Router['onStream'], events: Events): void {
  onStream(endpoints.events, ({ caller, isStillAllowed }) =>
    Promise.resolve({
      contentType: 'text/event-stream',
      body: events.open(caller, isStillAllowed),
      // Proxies that gather an answer before they pass it on would hold events back.
      headers: { 'X-Accel-Buffering': 'no' },
    }),
  );
}
