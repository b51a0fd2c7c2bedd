import * as z from 'zod/mini';
import { NEWS, newsSchema } from '../../../contract/platform/news.ts';
import { MESSAGE_ID_CHARS_MAX, URL_CHARS_MAX } from './limits.ts';

export const newWebhookSchema = z.strictObject({
  url: z.string().check(z.minLength(1), z.maxLength(URL_CHARS_MAX)),
  news: z.array(newsSchema).check(z.minLength(1), z.maxLength(NEWS.length)),
});
export type NewWebhook = z.infer<typeof newWebhookSchema>;

/** A webhook as managers see it. Times are ISO 8601 UTC. */
export const webhookSchema = z.object({
  id: z.string(),
  url: z.string(),
  news: z.array(newsSchema),
  madeAt: z.string(),
  madeBy: z.string(),
  /** Messages that have not arrived yet. */
  waiting: z.int(),
});
export type WebhookAdmin = z.infer<typeof webhookSchema>;

/**
 * The response to creating a webhook and to replacing its secret. No other response contains the
 * secret.
 */
export const madeWebhookSchema = z.object({ ...webhookSchema.shape, secret: z.string() });

export const sendAgainSchema = z.strictObject({
  /** The id of a message. */
  message: z.string().check(z.minLength(1), z.maxLength(MESSAGE_ID_CHARS_MAX)),
});

/** A message of a webhook, with every attempt to deliver it. */
export const webhookMessageSchema = z.object({
  id: z.string(),
  news: newsSchema,
  at: z.string(),
  state: z.enum(['waiting', 'delivered', 'given_up']),
  /** Time of the next attempt; null if no attempt is left. */
  nextAt: z.nullable(z.string()),
  attempts: z.array(
    z.object({
      at: z.string(),
      ms: z.int(),
      /** Status of the response; null without a response, with the cause in `reason`. */
      status: z.nullable(z.int()),
      reason: z.nullable(z.string()),
    }),
  ),
});
export type WebhookMessage = z.infer<typeof webhookMessageSchema>;
