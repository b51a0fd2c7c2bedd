import { operationId } from '../../../bff/platform/http/operation-id.ts';
import type { Router } from '../../../bff/platform/http/route.ts';
import { onPut } from '../../../bff/redemption/operation/put-route.ts';
import { endpoints } from '../../../contract/platform/endpoints.ts';
import type { Activations } from './activations.ts';

export function activationRoutes(on: Router['on'], activations: Activations): void {
  onPut(on, endpoints.putActivation, activations.put);
  on(endpoints.activation, async ({ params, caller }) => ({
    body: await activations.get(caller, operationId(params)),
  }));
  on(endpoints.myActivations, async ({ caller, query }) => ({
    body: await activations.latest(caller, { all: query['all'] === '1' }),
  }));
  on(endpoints.stopActivation, async ({ params, caller }) => ({
    body: await activations.stop(caller, operationId(params)),
  }));
  on(endpoints.resumeActivation, async ({ params, body, caller }) => ({
    body: await activations.resume(caller, operationId(params), body.ranges ?? [], body.halve),
  }));
  on(endpoints.deactivate, async ({ params, body, caller }) => ({
    body: await activations.deactivate(caller, operationId(params), body),
  }));
}
