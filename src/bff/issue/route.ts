import { endpoints } from '../../contract/endpoints.ts';
import { operationId } from '../http/operation-id.ts';
import type { Router } from '../http/route.ts';
import type { Issues } from './issues.ts';

/** Adds the routes of the catalogue and of issues. */
export function issueRoutes(on: Router['on'], issues: Issues): void {
  on(endpoints.products, async ({ signal }) => ({ body: await issues.products(signal) }));
  on(endpoints.putIssue, async ({ params, body, caller }) => {
    const { issue, isNew } = await issues.put(caller, operationId(params), body);
    return { status: isNew ? 201 : 200, body: issue };
  });
  on(endpoints.issue, async ({ params, caller }) => ({ body: await issues.get(caller, operationId(params)) }));
  on(endpoints.myIssues, async ({ caller }) => ({ body: await issues.mine(caller) }));
  on(endpoints.stopIssue, async ({ params, caller }) => ({ body: await issues.stop(caller, operationId(params)) }));
  on(endpoints.resumeIssue, async ({ params, caller }) => ({ body: await issues.resume(caller, operationId(params)) }));
}
