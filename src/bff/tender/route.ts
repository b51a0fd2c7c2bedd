import { endpoints } from '../../contract/endpoints.ts';
import { operationId } from '../http/operation-id.ts';
import type { Router } from '../http/route.ts';
import { onPut } from '../operation/put-route.ts';
import type { Tenders } from './tenders.ts';

/** Adds the routes of redemptions. */
export function tenderRoutes(on: Router['on'], tenders: Tenders): void {
  onPut(on, endpoints.putTender, tenders.put);
  on(endpoints.tender, async ({ params, caller }) => ({ body: await tenders.get(caller, operationId(params)) }));
  on(endpoints.cancelTender, async ({ params, caller }) => ({ body: await tenders.cancel(caller, operationId(params)) }));
  on(endpoints.myTenders, async ({ caller }) => ({ body: await tenders.mine(caller) }));
}
