import type { Router } from '../../../../bff/platform/http/route.ts';
import { endpoints } from '../../../../contract/platform/endpoints.ts';
import type { Webhooks } from './webhooks.ts';

export function webhookRoutes(on: Router['on'], webhooks: Webhooks): void {
  on(endpoints.webhooks, async ({ caller }) => ({ body: await webhooks.list(caller.shop) }));
  on(endpoints.addWebhook, async ({ caller, body }) => ({ status: 201, body: await webhooks.add(caller, body) }));
  on(endpoints.rotateWebhook, async ({ caller, params }) => ({
    body: await webhooks.rotate(caller, params['id'] ?? ''),
  }));
  on(endpoints.removeWebhook, async ({ caller, params }) => {
    await webhooks.remove(caller, params['id'] ?? '');
    return { body: undefined };
  });
  on(endpoints.sendMessageAgain, async ({ caller, params, body }) => ({
    status: 201,
    body: await webhooks.sendAgain(caller, params['id'] ?? '', body.message),
  }));
  on(endpoints.webhookMessages, async ({ caller, params }) => ({
    body: await webhooks.messages(caller.shop, params['id'] ?? ''),
  }));
}
