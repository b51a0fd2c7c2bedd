import type { Router } from '../../../bff/platform/http/route.ts';
import { endpoints } from '../../../contract/platform/endpoints.ts';
import type { ClosedShifts } from './closed-shifts.ts';
import type { Covers } from './cover.ts';
import type { Shifts } from './shifts.ts';

/** Adds the routes of shifts. The route for a day must come before the one for an id. */
export function shiftRoutes(
  on: Router['on'],
  { shifts, covers, closedShifts }: { shifts: Shifts; covers: Covers; closedShifts: ClosedShifts },
): void {
  on(endpoints.shifts, async ({ caller, query: { mine, day, to } }) => ({
    body: await shifts.list(caller, { mine: mine !== undefined, day, to }),
  }));
  on(endpoints.closedShifts, async ({ query }) => ({ body: await closedShifts(query) }));
  on(endpoints.cover, async ({ query: { day } }) => ({ body: await covers.of(day ?? '') }));
  on(endpoints.shift, async ({ caller, params: { id = '' } }) => ({ body: await shifts.get(caller, id) }));
  on(endpoints.closeShift, async ({ caller, params: { id = '' }, body }) => {
    const { shift, isNew } = await shifts.close(caller, id, body);
    return { status: isNew ? 201 : 200, body: shift };
  });
  on(endpoints.noteShift, async ({ caller, params: { id = '' }, body }) => ({
    body: await shifts.note(caller, id, body.note),
  }));
}
