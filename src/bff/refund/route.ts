import { endpoints } from '../../contract/endpoints.ts';
import { operationId } from '../http/operation-id.ts';
import type { Router } from '../http/route.ts';
import { onPut } from '../operation/put-route.ts';
import type { Refunds } from './refunds.ts';

/** Adds the routes of refunds. */
export function refundRoutes(on: Router['on'], refunds: Refunds): void {
  onPut(on, endpoints.putRefund, refunds.put);
  on(endpoints.refund, async ({ params, caller }) => ({ body: await refunds.get(caller, operationId(params)) }));
}
