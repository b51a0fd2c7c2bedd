import type { Clock } from '../base/ports.ts';
import { StoreAway } from './store-away.ts';

/** Another program holds the file of the embedded database for milliseconds at a time. */
const AGAIN_MS = 50;
const TRIES_MAX = 100;

/**
 * Does one transaction of a command beside a server, again while the server holds the file: it has
 * left nothing then.
 * @throws StoreAway when that takes longer than any server holds it
 */
export async function patiently<T>(clock: Pick<Clock, 'sleep'>, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreAway) || error.code !== 'SQLITE_BUSY' || tries === TRIES_MAX) throw error;
      await clock.sleep(AGAIN_MS);
    }
  }
}
