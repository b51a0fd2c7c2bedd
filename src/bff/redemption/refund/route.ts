import { endpoints } from '../../../contract/platform/endpoints.ts';
import { isRefundOpen } from '../../../contract/redemption/refund.ts';
import { operationId } from '../../platform/http/operation-id.ts';
import type { Router } from '../../platform/http/route.ts';
import { onPost, onPut, toldOf } from '../operation/put-route.ts';
import type { Refunds } from './refunds.ts';

export function refundRoutes(on: Router['on'], refunds: Refunds): void {
  const asked = { path: endpoints.refund.path, isOpen: isRefundOpen };
  onPut(on, endpoints.putRefund, refunds.put, asked);
  onPost(on, endpoints.postRefund, refunds.put, asked);
  on(endpoints.refund, async ({ params, caller }) =>
    toldOf(caller, { view: await refunds.get(caller, operationId(params)) }, asked),
  );
}
