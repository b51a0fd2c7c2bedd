import { describe } from './classify.ts';
import type { Answer } from './exchange.ts';
import type { IssuerReply } from './port.ts';

/**
 * With these statuses, `Retry-After` means that this server sends too many requests or that the
 * service is busy.
 */
const BUSY_STATUSES: ReadonlySet<number> = new Set([429, 503]);
/** The pause after a 429 that names none. */
const DEFAULT_PAUSE_MS = 1_000;

/** Builds the result for an unusable answer, with the pause that it requests. */
export function unclearReply(reply: Answer, body: unknown): Extract<IssuerReply<never>, { outcome: 'unclear' }> {
  const retryAfterMs = BUSY_STATUSES.has(reply.status)
    ? (reply.retryAfterMs ?? (reply.status === 429 ? DEFAULT_PAUSE_MS : null))
    : null;
  return { outcome: 'unclear', reason: describe(reply, body), ...(retryAfterMs !== null && { retryAfterMs }) };
}
