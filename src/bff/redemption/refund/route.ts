import { endpoints } from '../../../contract/platform/endpoints.ts';
import { isRefundOpen } from '../../../contract/redemption/refund.ts';
import { operationId } from '../../platform/http/operation-id.ts';
import type { Router } from '../../platform/http/route.ts';
import { onPost, onPut, toResponse } from '../operation/put-route.ts';
import type { Refunds } from './refunds.ts';

export function refundRoutes(on: Router['on'], refunds: Refunds): void {
  const pollTarget = { path: endpoints.refund.path, isOpen: isRefundOpen };
  onPut(on, endpoints.putRefund, refunds.put, pollTarget);
  onPost(on, endpoints.postRefund, refunds.put, pollTarget);
  on(endpoints.refund, async ({ params, caller }) =>
    toResponse(caller, { view: await refunds.get(caller, operationId(params)) }, pollTarget),
  );
}
