import { describeError } from '../platform/base/logging.ts';
import { RESTART_RETRY_MS } from './limits.ts';
import { type Service, type ServiceOptions, startService } from './service.ts';

/**
 * Restarts the server in this process if another copy of its journal answers, for example after a
 * failover: everything in memory belongs to the previous copy, and a start compares the two.
 * Requests during the restart receive the error of an unavailable database.
 * @throws for the first start, as {@link startService}
 */
export async function startRestartingService(
  options: Omit<ServiceOptions, 'onOtherJournal' | 'whileStopped'>,
): Promise<Service> {
  const { log } = options;
  /** `isOver`: the server was stopped. `isStale`: it belongs to a copy that no longer answers. */
  const now = { isOver: false, isStale: false };
  let renewing: Promise<void> | null = null;
  const onOtherJournal = () => {
    if (renewing === null) log.error({}, 'a different copy of the journal responded: the server is restarting with it');
    void restart();
  };

  function restart(): Promise<void> {
    now.isStale = true;
    renewing ??= renew().finally(() => {
      renewing = null;
    });
    return renewing;
  }

  let isRunning = true;
  const restarting = { ...options, onOtherJournal, whileStopped };
  let current = await startService(restarting);

  async function stop(): Promise<void> {
    if (!isRunning) return;
    isRunning = false;
    await current.close();
  }

  async function renew(): Promise<void> {
    /* The code that noticed the change must first receive the error of an unavailable database. */
    await pause(0);
    while (now.isStale && !now.isOver) {
      await stop();
      try {
        now.isStale = false;
        current = await startService(restarting);
        isRunning = true;
      } catch (error) {
        now.isStale = true;
        log.error(describeError(error), 'failed to restart the server; retrying');
        await pause(RESTART_RETRY_MS);
      }
    }
  }

  async function whileStopped<T>(action: () => Promise<T>): Promise<T> {
    await stop();
    try {
      return await action();
    } finally {
      await restart();
    }
  }

  return {
    fetch: (request, connection) => current.fetch(request, connection),
    setupCode: current.setupCode,
    listening: () => current.listening(),
    drain: () => current.drain(),
    async close() {
      now.isOver = true;
      await renewing;
      await stop();
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
