import { SEND_AGAIN_MS, SENT_AGO_MAX_MS } from './limits.ts';
import { type Redemption, readTender, redemptionOf } from './redemption.ts';
import type { SendToServer, ServerResponse } from './send-to-server.ts';
import type { SavedRedemption } from './store.ts';

export interface RedeemDeps {
  readonly send: SendToServer;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** How long to repeat a request until the outcome is known. */
  readonly waitMs: number;
}

/** Statuses of a refused request that may be repeated. */
const REPEATED = new Set([408, 425, 429]);

/**
 * Sends a stored redemption until its outcome is known, or the time is over. The same id is one
 * redemption at the server, however often it is sent.
 * @param isNew true if no request with this id was ever sent
 */
export async function sendUntilSettled(
  deps: RedeemDeps,
  { id, storedAt, request }: SavedRedemption,
  isNew: boolean,
): Promise<Redemption> {
  const { send, now, sleep, waitMs } = deps;
  const endsAt = now() + waitMs;
  let wasSent = !isNew;
  for (;;) {
    const sentAgoMs = Math.min(SENT_AGO_MAX_MS, Math.max(0, now() - storedAt));
    const reply = await send('PUT', `tenders/${id}`, wasSent ? { ...request, sentAgoMs } : request);
    const redemption = redemptionIn(reply, id);
    if (redemption.outcome !== 'unknown') return redemption;
    if (isRefused(reply)) {
      /* A refusal of the first request proves that the id began nothing. Later ones prove nothing
         about earlier requests: the key may have been revoked meanwhile. */
      return wasSent ? cancelRedemption(deps, id) : { ...redemption, outcome: 'notRedeemed' };
    }
    wasSent = true;
    const pauseMs = reply.retryAfterMs ?? SEND_AGAIN_MS;
    if (now() + pauseMs > endsAt) return redemption;
    await sleep(pauseMs);
  }
}

/**
 * Ends a redemption that may still be on its way, so that it cannot happen later.
 * @returns its outcome, if it has happened already
 */
export async function cancelRedemption({ send }: Pick<RedeemDeps, 'send'>, id: string): Promise<Redemption> {
  const cancelled = await send('DELETE', `tenders/${id}`);
  if (cancelled.status === 200 && stateIn(cancelled.body) === 'cancelled')
    return { outcome: 'notRedeemed', id, reason: 'cancelled', tender: null };
  return redemptionIn(await send('GET', `tenders/${id}`), id);
}

function redemptionIn(reply: ServerResponse, id: string): Redemption {
  const tender = reply.status >= 200 && reply.status < 300 ? readTender(reply.body, id) : null;
  if (tender !== null) return redemptionOf(tender);
  return { outcome: 'unknown', id, reason: reply.problem ?? reply.message ?? `status ${reply.status}`, tender: null };
}

/** True if the server itself refused the request for good. */
function isRefused({ status, problem }: ServerResponse): boolean {
  return problem !== null && status >= 400 && status < 500 && !REPEATED.has(status);
}

function stateIn(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'state' in body ? body.state : null;
}
