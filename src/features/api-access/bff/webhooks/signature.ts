import { createHmac } from 'node:crypto';
import type { Random } from '../../../../bff/platform/base/ports.ts';

/** Signs messages according to Standard Webhooks, version 1. */

const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

/** Returns a new secret: `whsec_` and base64. */
export function makeSecret(random: Random): string {
  return `${PREFIX}${Buffer.from(random.token(SECRET_BYTES), 'base64url').toString('base64')}`;
}

export interface MessageToSign {
  readonly id: string;
  /** Milliseconds UTC. */
  readonly at: number;
  readonly body: string;
}

/**
 * Returns the three headers of a message.
 * @param secrets each adds a signature, so that a receiver may use the old or the new secret
 */
export function signedHeaders({ id, at, body }: MessageToSign, secrets: readonly string[]): Record<string, string> {
  const seconds = String(Math.floor(at / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') };
}
