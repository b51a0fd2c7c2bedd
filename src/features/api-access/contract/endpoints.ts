import { keySchema, madeKeySchema, newKeySchema } from '../../../contract/access/key.ts';
import { type Endpoint, get, list, post, remove } from '../../../contract/platform/endpoint.ts';
import { madeWebhookSchema, newWebhookSchema, webhookMessageSchema, webhookSchema } from './webhook.ts';

/**
 * Routes of what works together with the till.
 *
 * These are programs with keys, webhooks, registers that ask by link, displays for customers.
 */
export const connectionEndpoints = {
  /** Keys by which programs call, newest first, with those that were revoked lately. */
  keys: get('/api/keys', 'manager', list(keySchema)),
  /** The only answer that holds the key itself. */
  makeKey: post('/api/keys', 'manager', newKeySchema, madeKeySchema, { creates: true }),
  /**
   * Makes another secret for a key that stays what it is.
   *
   * This answer is the only one that holds it. The old one counts beside it for a day.
   */
  replaceKey: post('/api/keys/:id/replace', 'manager', null, madeKeySchema),
  revokeKey: remove('/api/keys/:id', 'manager', null),
  /** Addresses that hear of what happens. */
  webhooks: get('/api/webhooks', 'manager', list(webhookSchema), { background: true }),
  /** This answer, and the next one, are the only ones that hold a secret. */
  addWebhook: post('/api/webhooks', 'manager', newWebhookSchema, madeWebhookSchema, { creates: true }),
  rotateWebhook: post('/api/webhooks/:id/rotate', 'manager', null, madeWebhookSchema),
  removeWebhook: remove('/api/webhooks/:id', 'manager', null),
  /** The latest messages of one, newest first, with each attempt. */
  webhookMessages: get('/api/webhooks/:id/messages', 'manager', list(webhookMessageSchema), { background: true }),
} as const satisfies Record<string, Endpoint>;
