import { operationId } from '../../../bff/platform/http/operation-id.ts';
import type { Router } from '../../../bff/platform/http/route.ts';
import { endpoints } from '../../../contract/platform/endpoints.ts';
import type { Holds } from './holds.ts';

export function holdRoutes(on: Router['on'], holds: Holds): void {
  on(endpoints.holds, async ({ caller }) => ({ body: await holds.list(caller.shop) }));
  on(endpoints.putHold, async ({ caller, params, body }) => ({
    body: await holds.put(caller, operationId(params), body),
  }));
  on(endpoints.letGo, async ({ caller, params }) => {
    await holds.release(caller, operationId(params));
    return { body: undefined };
  });
}
