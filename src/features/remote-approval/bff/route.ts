import { operationId } from '../../../bff/platform/http/operation-id.ts';
import type { Router } from '../../../bff/platform/http/route.ts';
import { endpoints } from '../../../contract/platform/endpoints.ts';
import type { ApprovalRequests } from './approval-requests.ts';

export function remoteApprovalRoutes(on: Router['on'], requests: ApprovalRequests): void {
  on(endpoints.askApproval, async ({ params, body, caller }) => ({
    body: await requests.request(caller, operationId(params), body),
  }));
  on(endpoints.askedApproval, async ({ params, caller }) => ({
    body: await requests.status(caller, operationId(params)),
  }));
  on(endpoints.takeBackApproval, async ({ params, caller }) => {
    await requests.withdraw(caller, operationId(params));
    return { body: undefined };
  });
  on(endpoints.openApprovals, async ({ caller }) => ({ body: await requests.open(caller) }));
  on(endpoints.answerApproval, async ({ params, body, caller }) => {
    await requests.answer(caller, operationId(params), body);
    return { body: undefined };
  });
}
