import { LIMITS } from '../../../contract/access/limits.ts';
import type { Clock } from '../../platform/base/ports.ts';

/**
 * Makes the check that an adapter makes right before a request leaves.
 *
 * SENT was written for this moment, not for later.
 * @param sentAtMs monotonic time right before SENT was written
 * @returns what throws where the first byte would leave too late, so that nothing is sent
 */
export function soonAfterSent(clock: Clock, sentAtMs: number): () => void {
  return () => {
    if (clock.monotonic() - sentAtMs > LIMITS.sentToFirstByteMs)
      throw new Error('the first byte would have left too late');
  };
}
