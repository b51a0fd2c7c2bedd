import { endpoints } from '../../contract/endpoints.ts';
import { operationId } from '../http/operation-id.ts';
import type { Router } from '../http/route.ts';
import type { Approvals } from './approvals.ts';
import type { AskedApprovals } from './asked.ts';

/** Adds the routes by which managers approve what others wish. */
export function approvalRoutes(on: Router['on'], approvals: Approvals, asked: AskedApprovals): void {
  on(endpoints.putApproval, async ({ params, body, caller }) => ({
    body: await approvals.give(caller, operationId(params), body),
  }));
  on(endpoints.askApproval, async ({ params, body, caller }) => ({
    body: await asked.ask(caller, operationId(params), body),
  }));
  on(endpoints.askedApproval, async ({ params, caller }) => ({
    body: await asked.standing(caller, operationId(params)),
  }));
  on(endpoints.takeBackApproval, async ({ params, caller }) => {
    await asked.takeBack(caller, operationId(params));
    return { body: undefined };
  });
  on(endpoints.openApprovals, async ({ caller }) => ({ body: await asked.open(caller) }));
  on(endpoints.answerApproval, async ({ params, body, caller }) => {
    await asked.answer(caller, operationId(params), body.approved);
    return { body: undefined };
  });
}
