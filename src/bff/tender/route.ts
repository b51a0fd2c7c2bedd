import { endpoints } from '../../contract/endpoints.ts';
import { operationId } from '../http/operation-id.ts';
import type { Router } from '../http/route.ts';
import type { Tenders } from './tenders.ts';

/** Adds the routes of redemptions. */
export function tenderRoutes(on: Router['on'], tenders: Tenders): void {
  on(endpoints.putTender, async ({ params, body, caller }) => {
    const { tender, isNew } = await tenders.put(caller, operationId(params), body);
    return { status: isNew ? 201 : 200, body: tender };
  });
  on(endpoints.tender, async ({ params, caller }) => ({ body: await tenders.get(caller, operationId(params)) }));
  on(endpoints.cancelTender, async ({ params, caller }) => ({ body: await tenders.cancel(caller, operationId(params)) }));
  on(endpoints.myTenders, async ({ caller }) => ({ body: await tenders.mine(caller) }));
}
