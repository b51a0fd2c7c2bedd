import { decodeBase64 } from './decode-base64.ts';
import { MESSAGE_AGE_MAX_S } from './limits.ts';

export interface WebhookRequest {
  /** Names in lower case, as Node has them, or a `Headers` object. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body exactly as it arrived. */
  readonly body: string;
  /** `whsec_…`, or the old and the new one. */
  readonly secret: string | readonly string[];
  readonly now?: () => number;
}

/** An event of the shop. `id` is the same in every repetition: process each id once. */
export interface WebhookEvent {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, string>>;
}

/** Verifies a message of a webhook. @returns null if its signature or its time is invalid */
export async function verifyWebhook({
  headers,
  body,
  secret,
  now = Date.now,
}: WebhookRequest): Promise<WebhookEvent | null> {
  const read = (name: string) => (headers instanceof Headers ? headers.get(name) : headers[name]);
  const [id, at, signatures] = [read('webhook-id'), read('webhook-timestamp'), read('webhook-signature')];
  if (typeof id !== 'string' || typeof at !== 'string' || typeof signatures !== 'string') return null;
  if (!/^\d+$/.test(at) || Math.abs(now() / 1000 - Number(at)) > MESSAGE_AGE_MAX_S) return null;
  const signed = new TextEncoder().encode(`${id}.${at}.${body}`);
  for (const one of typeof secret === 'string' ? [secret] : secret) {
    const key = decodeBase64(one.replace('whsec_', ''));
    if (key === null || key.length === 0) continue;
    const hmac = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    for (const signature of signatures.split(' ')) {
      const bytes = signature.startsWith('v1,') ? decodeBase64(signature.slice(3)) : null;
      if (bytes === null || !(await crypto.subtle.verify('HMAC', hmac, bytes, signed))) continue;
      return { ...(JSON.parse(body) as Omit<WebhookEvent, 'id'>), id };
    }
  }
  return null;
}
