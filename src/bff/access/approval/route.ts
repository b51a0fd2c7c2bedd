import { endpoints } from '../../../contract/platform/endpoints.ts';
import { operationId } from '../../platform/http/operation-id.ts';
import type { Router } from '../../platform/http/route.ts';
import type { Approvals } from './approvals.ts';

export function approvalRoutes(on: Router['on'], approvals: Pick<Approvals, 'approve' | 'suspect'>): void {
  on(endpoints.putApproval, async ({ params, body, caller }) => ({
    body: await approvals.approve(caller, operationId(params), body),
  }));
  on(endpoints.suspectScam, async ({ params, body, caller }) => {
    await approvals.suspect(caller, operationId(params), body.wish);
    return { body: undefined };
  });
}
