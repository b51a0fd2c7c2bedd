import { waitOutPause } from '../../issuer/pause.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import { refuse } from '../../platform/http/problem.ts';

/**
 * Waits for the end of a pause that the issuer requested, before anything is written.
 * @throws Problem 503 `issuer-unreachable` if the pause is longer than a caller can wait; the
 * request may be repeated after it
 */
export async function assertNoPause({ issuer, clock }: Pick<Ports, 'issuer' | 'clock'>): Promise<void> {
  if (await waitOutPause(clock, () => issuer.pauseMs())) return;
  throw refuse('issuer-unreachable', {
    message: 'The issuer requested a pause. Nothing was sent.',
    details: { retryAfterMs: Math.ceil(issuer.pauseMs()) },
  });
}
