import { endpoints } from '../../contract/endpoints.ts';
import { operationId } from '../http/operation-id.ts';
import type { Router } from '../http/route.ts';
import type { Approvals } from './approvals.ts';

/** Adds the route of approvals. */
export function approvalRoutes(on: Router['on'], approvals: Approvals): void {
  on(endpoints.putApproval, async ({ params, body, caller }) => ({
    body: await approvals.give(caller, operationId(params), body),
  }));
}
