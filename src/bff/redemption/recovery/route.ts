import { endpoints } from '../../../contract/platform/endpoints.ts';
import type { Router } from '../../platform/http/route.ts';
import type { Remembering } from './remembering.ts';

/** Adds the routes for tills to check the journal and to report what they remember. */
export function gapRoutes(on: Router['on'], remembering: Remembering): void {
  on(endpoints.journal, async ({ caller }) => ({ body: await remembering.standing(caller) }));
  on(endpoints.remembered, async ({ caller, body }) => ({ body: await remembering.take(caller, body) }));
}
