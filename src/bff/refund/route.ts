import { endpoints } from '../../contract/endpoints.ts';
import { operationId } from '../http/operation-id.ts';
import type { Router } from '../http/route.ts';
import type { Refunds } from './refunds.ts';

/** Adds the routes of refunds. */
export function refundRoutes(on: Router['on'], refunds: Refunds): void {
  on(endpoints.putRefund, async ({ params, body, caller }) => {
    const { refund, isNew } = await refunds.put(caller, operationId(params), body);
    return { status: isNew ? 201 : 200, body: refund };
  });
  on(endpoints.refund, async ({ params, caller }) => ({ body: await refunds.get(caller, operationId(params)) }));
}
