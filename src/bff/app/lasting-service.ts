import { describeError } from '../platform/base/logging.ts';
import { type Service, type ServiceOptions, startService } from './service.ts';

/** After a start that failed because the database was not there yet. */
const AGAIN_MS = 1_000;

/**
 * A server that begins anew when another copy of its journal has come to answer, as after a
 * failover: everything that it remembers is of the copy before, and a start is what compares the
 * two. Requests meanwhile find the database away.
 * @throws as {@link startService}, for the first start
 */
export async function startLasting(options: Omit<ServiceOptions, 'onOtherJournal'>): Promise<Service> {
  const { log } = options;
  /**
   * Whether nobody wants it any more, and whether what runs is of a copy that does not answer any
   * more.
   */
  const now = { isOver: false, isStale: false };
  let renewing: Promise<void> | null = null;
  const onOtherJournal = () => {
    now.isStale = true;
    renewing ??= renew().finally(() => {
      renewing = null;
    });
  };
  let isRunning = true;
  let current = await startService({ ...options, onOtherJournal });

  async function stop(): Promise<void> {
    if (!isRunning) return;
    isRunning = false;
    await current.close();
  }

  async function renew(): Promise<void> {
    log.error({}, 'another copy of the journal answers: the server begins anew with it');
    /* Whoever noticed has to hear first that the database is away. */
    await pause(0);
    while (now.isStale && !now.isOver) {
      await stop();
      try {
        now.isStale = false;
        current = await startService({ ...options, onOtherJournal });
        isRunning = true;
      } catch (error) {
        now.isStale = true;
        log.error(describeError(error), 'the server could not begin anew; it tries again');
        await pause(AGAIN_MS);
      }
    }
  }

  return {
    fetch: (request, connection) => current.fetch(request, connection),
    setupCode: current.setupCode,
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
