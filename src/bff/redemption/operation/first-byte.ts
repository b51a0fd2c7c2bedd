import { LIMITS } from '../../../contract/access/limits.ts';
import type { Clock } from '../../platform/base/ports.ts';

/**
 * Creates the check that an adapter makes just before a request leaves. The fact SENT dates the
 * request, so a request that would leave much later must not be sent.
 * @param sentAtMs monotonic time just before SENT was written
 * @returns a function that throws if the first byte would leave too late, so that nothing is sent
 */
export function createFirstByteCheck(clock: Clock, sentAtMs: number): () => void {
  return () => {
    if (clock.monotonic() - sentAtMs > LIMITS.sentToFirstByteMs)
      throw new Error('the request would have been sent too late');
  };
}
