import type { FirstFeature } from '../../../bff/app/feature.ts';
import type { connectionEndpoints } from '../contract/endpoints.ts';
import { createAccessKeys } from './keys/access-keys.ts';
import { keyRoutes } from './keys/route.ts';
import { createDispatch } from './webhooks/dispatch.ts';
import { createOutbox } from './webhooks/outbox.ts';
import { webhookRoutes } from './webhooks/route.ts';
import { createSender } from './webhooks/send.ts';
import { createWebhooks } from './webhooks/webhooks.ts';

/** Keys by which programs call, and webhooks. The journals write what webhooks send. */
export const apiAccess = {
  name: 'api-access',
  summaries: {
    keys: 'Keys by which programs call.',
    makeKey: 'Makes a key; this answer is the only one that holds it.',
    replaceKey:
      'Gives a key another secret; the old one counts beside it for a day. The key stays what it is, with all ' +
      'that was asked for with it.',
    revokeKey: 'Ends a key, on every server at once.',
    webhooks: 'Addresses that hear of what happens.',
    addWebhook: 'Adds one; this answer holds the secret that signs its messages.',
    rotateWebhook: 'Gives one a new secret; the old one signs beside it for a day.',
    removeWebhook: 'Sends nothing more to it.',
    webhookMessages: 'Its latest messages, with each attempt to deliver them.',
  } satisfies Record<keyof typeof connectionEndpoints, string>,
  createFirst(foundation) {
    const outbox = createOutbox(foundation);
    const deps = { ...foundation, outbox, allowPrivate: foundation.config.webhooksPrivate };
    const sender = createSender(deps);
    const dispatch = createDispatch({ ...deps, sender });
    const webhooks = createWebhooks({ ...deps, sender });
    const accessKeys = createAccessKeys(foundation);
    return {
      parts: { accessKeys, outbox, webhooks, dispatch },
      outbox,
      onChange: dispatch.wake,
      identifyKey: accessKeys.identify,
      routes({ on }) {
        keyRoutes(on, accessKeys);
        webhookRoutes(on, webhooks);
      },
      async start() {
        await outbox.refresh();
        dispatch.start();
      },
      stop: dispatch.stop,
    };
  },
} as const satisfies FirstFeature<object>;
