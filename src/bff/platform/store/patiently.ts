import type { Clock } from '../base/ports.ts';
import { StoreUnavailable } from './store-unavailable.ts';

/** Another program locks the file of the embedded database for milliseconds at a time. */
const AGAIN_MS = 50;
const TRIES_MAX = 100;

/**
 * Runs one transaction of a command besides a server, and repeats it while the server locks the
 * file: it has changed nothing then.
 * @throws StoreAway if that takes longer than any server locks it
 */
export async function patiently<T>(clock: Pick<Clock, 'sleep'>, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || error.code !== 'SQLITE_BUSY' || tries === TRIES_MAX) throw error;
      await clock.sleep(AGAIN_MS);
    }
  }
}
