import type { Router } from '../../../../bff/platform/http/route.ts';
import { endpoints } from '../../../../contract/platform/endpoints.ts';
import type { AccessKeys } from './access-keys.ts';

export function keyRoutes(on: Router['on'], accessKeys: AccessKeys): void {
  on(endpoints.keys, async ({ caller }) => ({ body: await accessKeys.list(caller.shop) }));
  on(endpoints.makeKey, async ({ caller, body }) => ({ status: 201, body: await accessKeys.make(caller, body) }));
  on(endpoints.replaceKey, async ({ caller, params }) => ({
    body: await accessKeys.replace(caller, params['id'] ?? ''),
  }));
  on(endpoints.revokeKey, async ({ caller, params }) => {
    await accessKeys.revoke(caller, params['id'] ?? '');
    return { body: undefined };
  });
}
