import { describe } from './classify.ts';
import type { Answer } from './exchange.ts';
import type { Asked } from './port.ts';

/**
 * Statuses whose `Retry-After` means that this server asks too often, or that the service is busy.
 */
const BUSY: ReadonlySet<number> = new Set([429, 503]);
/** The pause after a 429 that asks for none. */
const TOO_OFTEN_MS = 1_000;

/** What an answer that tells nothing usable comes to, with the pause that it asks for. */
export function unclear(reply: Answer, body: unknown): Extract<Asked<never>, { outcome: 'unclear' }> {
  const retryAfterMs = BUSY.has(reply.status)
    ? (reply.retryAfterMs ?? (reply.status === 429 ? TOO_OFTEN_MS : null))
    : null;
  return { outcome: 'unclear', reason: describe(reply, body), ...(retryAfterMs !== null && { retryAfterMs }) };
}
