import { endpoints } from '../../../contract/platform/endpoints.ts';
import type { Router } from '../http/route.ts';
import type { Events } from './events.ts';
import { eventStreamResult } from './streams.ts';

export function eventRoutes(onStream: Router['onStream'], events: Events): void {
  onStream(endpoints.events, ({ caller, isStillAllowed }) => eventStreamResult(events.open(caller, isStillAllowed)));
}
