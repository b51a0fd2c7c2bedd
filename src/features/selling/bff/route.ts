import { operationId } from '../../../bff/platform/http/operation-id.ts';
import type { Router } from '../../../bff/platform/http/route.ts';
import { onPut } from '../../../bff/redemption/operation/put-route.ts';
import { endpoints } from '../../../contract/platform/endpoints.ts';
import type { Issues } from './issues.ts';

export function issueRoutes(on: Router['on'], issues: Issues): void {
  on(endpoints.products, async ({ signal }) => ({ body: await issues.products(signal) }));
  on(endpoints.product, async ({ params, signal }) => ({ body: await issues.product(params['code'] ?? '', signal) }));
  onPut(on, endpoints.putIssue, issues.put);
  on(endpoints.issue, async ({ params, caller }) => ({ body: await issues.get(caller, operationId(params)) }));
  on(endpoints.myIssues, async ({ caller, query }) => ({
    body: await issues.latest(caller, { all: query['all'] === '1' }),
  }));
  on(endpoints.stopIssue, async ({ params, caller }) => ({ body: await issues.stop(caller, operationId(params)) }));
  on(endpoints.resumeIssue, async ({ params, caller }) => ({ body: await issues.resume(caller, operationId(params)) }));
  on(endpoints.takeBackIssue, async ({ params, body, caller }) => ({
    body: await issues.takeBack(caller, operationId(params), body),
  }));
  on(endpoints.undoReturn, async ({ params, body, caller }) => ({
    body: await issues.undoReturn(caller, operationId(params), body),
  }));
  on(endpoints.issueStates, async ({ params, body, caller, signal }) => ({
    body: { states: await issues.states(caller, operationId(params), body.from, signal) },
  }));
  on(endpoints.sendVoucher, async ({ params, body, caller }) => ({
    body: await issues.send(caller, operationId(params), body),
  }));
  on(endpoints.showVoucher, async ({ params, body, caller }) => ({
    body: await issues.show(caller, operationId(params), body),
  }));
  on(endpoints.printIssue, async ({ params, body, caller }) => ({
    body: { vouchers: await issues.print(caller, operationId(params), body) },
  }));
}
