import { endpoints } from '../../../contract/platform/endpoints.ts';
import type { Router } from '../../platform/http/route.ts';
import type { TillReports } from './till-reports.ts';

/** Adds the routes for tills to check the journal and to report what they remember. */
export function gapRoutes(on: Router['on'], tillMemory: TillReports): void {
  on(endpoints.journal, async ({ caller }) => ({ body: await tillMemory.status(caller) }));
  on(endpoints.remembered, async ({ caller, body }) => ({ body: await tillMemory.handleReport(caller, body) }));
}
