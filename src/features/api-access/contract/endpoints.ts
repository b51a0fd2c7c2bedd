import { keySchema, madeKeySchema, newKeySchema } from '../../../contract/access/key.ts';
import { type Endpoint, get, list, post, remove } from '../../../contract/platform/endpoint.ts';
import {
  madeWebhookSchema,
  newWebhookSchema,
  sendAgainSchema,
  webhookMessageSchema,
  webhookSchema,
} from './webhook.ts';

/**
 * Routes of API keys and webhooks.
 */
export const connectionEndpoints = {
  /** API keys, newest first, including those revoked recently. */
  keys: get('/api/keys', 'manager', list(keySchema)),
  /** Only this response contains the key. */
  makeKey: post('/api/keys', 'manager', newKeySchema, madeKeySchema, { creates: true, confirms: true }),
  /**
   * Replaces a key's secret.
   *
   * Only this response contains it. The old secret stays valid for a day.
   */
  replaceKey: post('/api/keys/:id/replace', 'manager', null, madeKeySchema, { confirms: true }),
  revokeKey: remove('/api/keys/:id', 'manager', null, { confirms: true }),
  webhooks: get('/api/webhooks', 'manager', list(webhookSchema), { background: true }),
  /** Only the responses of these two routes contain a secret. */
  addWebhook: post('/api/webhooks', 'manager', newWebhookSchema, madeWebhookSchema, { creates: true, confirms: true }),
  rotateWebhook: post('/api/webhooks/:id/rotate', 'manager', null, madeWebhookSchema, { confirms: true }),
  removeWebhook: remove('/api/webhooks/:id', 'manager', null, { confirms: true }),
  webhookMessages: get('/api/webhooks/:id/messages', 'manager', list(webhookMessageSchema), { background: true }),
  /** Sends the content of a message as a new message; the earlier one stays. */
  sendMessageAgain: post('/api/webhooks/:id/send-again', 'manager', sendAgainSchema, webhookMessageSchema, {
    creates: true,
    confirms: true,
  }),
} as const satisfies Record<string, Endpoint>;
