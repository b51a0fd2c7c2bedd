import type { FeatureBeforeCore } from '../../../bff/app/feature.ts';
import type { connectionEndpoints } from '../contract/endpoints.ts';
import { createAccessKeys } from './keys/access-keys.ts';
import { keyRoutes } from './keys/route.ts';
import { restorableKeys, restorableWebhooks } from './restorable-connections.ts';
import { createDispatch } from './webhooks/dispatch.ts';
import { createOutbox } from './webhooks/outbox.ts';
import { webhookRoutes } from './webhooks/route.ts';
import { createSender } from './webhooks/send.ts';
import { webhookGauges } from './webhooks/webhook-gauges.ts';
import { createWebhooks } from './webhooks/webhooks.ts';

/** API keys and webhooks. The journals write the messages that webhooks send. */
export const apiAccess = {
  name: 'api-access',
  summaries: {
    keys: 'API keys.',
    makeKey: 'Creates an API key. Only this response contains it.',
    replaceKey: 'Gives a key a new secret. The old secret works for one more day. The key keeps its history.',
    revokeKey: 'Revokes a key on every server at once.',
    webhooks: 'Webhooks that are notified of events.',
    addWebhook: 'Adds a webhook. Only this response contains the secret that signs its messages.',
    rotateWebhook: 'Gives a webhook a new secret. The old secret also signs for one more day.',
    removeWebhook: 'Removes a webhook.',
    sendMessageAgain: 'Sends the content of a message as a new message, with a new id.',
    webhookMessages: 'The latest messages of a webhook, with each delivery attempt.',
  } satisfies Record<keyof typeof connectionEndpoints, string>,
  examples: {
    addWebhook: { url: 'https://1.1.1.1/hook', news: ['tender.taken'] },
    sendMessageAgain: { message: 'msg_1' },
    makeKey: { name: 'Register 1', scopes: ['check'] },
  },
  money: {
    none: ['addWebhook', 'makeKey', 'removeWebhook', 'replaceKey', 'revokeKey', 'rotateWebhook', 'sendMessageAgain'],
  },
  createFirst(foundation) {
    const outbox = createOutbox(foundation);
    const deps = { ...foundation, outbox, allowPrivate: foundation.config.webhooksPrivate };
    const sender = createSender(deps);
    const dispatch = createDispatch({ ...deps, sender });
    const webhooks = createWebhooks({ ...deps, sender, onWritten: dispatch.wake });
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
      restorableAccess: [restorableKeys(foundation.db, accessKeys), restorableWebhooks(foundation.db, webhooks)],
      gauges: () => webhookGauges(foundation.db),
      async start() {
        await outbox.refresh();
        dispatch.start();
      },
      stop: dispatch.stop,
    };
  },
} as const satisfies FeatureBeforeCore<object>;
