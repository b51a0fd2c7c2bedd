import { endpoints } from '../../../contract/platform/endpoints.ts';
import { operationId } from '../../platform/http/operation-id.ts';
import type { Router } from '../../platform/http/route.ts';
import type { ApprovalRequests } from './approval-requests.ts';
import type { Approvals } from './approvals.ts';

interface ApprovalParts {
  readonly approvals: Approvals;
  readonly askedApprovals: ApprovalRequests;
}

export function approvalRoutes(on: Router['on'], { approvals, askedApprovals: asked }: ApprovalParts): void {
  on(endpoints.putApproval, async ({ params, body, caller }) => ({
    body: await approvals.approve(caller, operationId(params), body),
  }));
  on(endpoints.askApproval, async ({ params, body, caller }) => ({
    body: await asked.request(caller, operationId(params), body),
  }));
  on(endpoints.askedApproval, async ({ params, caller }) => ({
    body: await asked.status(caller, operationId(params)),
  }));
  on(endpoints.takeBackApproval, async ({ params, caller }) => {
    await asked.withdraw(caller, operationId(params));
    return { body: undefined };
  });
  on(endpoints.suspectScam, async ({ params, body, caller }) => {
    await approvals.suspect(caller, operationId(params), body.wish);
    return { body: undefined };
  });
  on(endpoints.openApprovals, async ({ caller }) => ({ body: await asked.open(caller) }));
  on(endpoints.answerApproval, async ({ params, body, caller }) => {
    await asked.answer(caller, operationId(params), body);
    return { body: undefined };
  });
}
