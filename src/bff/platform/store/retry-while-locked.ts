import type { Clock } from '../base/ports.ts';
import { RETRY_WHILE_LOCKED_RETRY_AFTER_MS, TRIES_MAX } from './limits.ts';
import { StoreUnavailable } from './store-unavailable.ts';

/**
 * Runs one transaction of a command, and repeats it while a running server locks the file and the
 * transaction changes nothing.
 * @throws StoreUnavailable if the file stays locked for too long
 */
export async function retryWhileLocked<T>(clock: Pick<Clock, 'sleep'>, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || error.code !== 'SQLITE_BUSY' || tries === TRIES_MAX) throw error;
      await clock.sleep(RETRY_WHILE_LOCKED_RETRY_AFTER_MS);
    }
  }
}
