import { createLoop } from '../../platform/base/loop.ts';
import type { Servers } from '../../platform/store/servers.ts';
import { BACKFILL_PAUSE_MS, type Backfill, type BackfillDeps, createBackfill } from './backfill.ts';
import { NEEDED_FOR_MS, WINDOW_FAILED_MS } from './limits.ts';
import type { Mirror } from './mirror.ts';

export interface UpkeepDeps extends BackfillDeps {
  readonly mirror: Mirror;
  readonly servers: Servers;
}

/** Fills the table while the server runs. */
export interface Upkeep extends Pick<Backfill, 'progress' | 'progressOf' | 'prioritize'> {
  start(): void;
  /** Resolves once nothing is running. */
  stop(): Promise<void>;
}

/** How often the last minutes are read in full: while the newest rows are needed, and otherwise. */
const WINDOW_EVERY_MS = { needed: 10_000, idle: 60_000 };

export function createUpkeep(deps: UpkeepDeps): Upkeep {
  const { mirror, servers, clock, log } = deps;
  const past = createBackfill(deps);

  /**
   * True if this server does the work that one server does for all: it has the smallest id of the
   * running servers.
   */
  async function isKeeper(): Promise<boolean> {
    return !servers.shared || Math.min(...(await servers.alive())) === servers.id;
  }

  /**
   * Reads the next window.
   * @returns the pause before the next round, milliseconds
   */
  async function windowRound(): Promise<number> {
    const idleMs = mirror.idleMs();
    const isNeeded = idleMs !== null && idleMs < NEEDED_FOR_MS;
    const readMs = mirror.windowMs();
    const dueMs = isNeeded ? WINDOW_EVERY_MS.needed : WINDOW_EVERY_MS.idle;
    const restMs = readMs === null ? 0 : readMs + dueMs - clock.monotonic();
    /* A caller may need the newest rows before an idle pause is over. */
    if (restMs > 0) return Math.min(restMs, WINDOW_EVERY_MS.needed);
    if (!isNeeded && !(await isKeeper())) return WINDOW_EVERY_MS.needed;
    const reading = await mirror.readWindow();
    if (reading.outcome === 'ended') return WINDOW_EVERY_MS.needed;
    if (!windows.signal.aborted) log.info({ reason: reading.reason }, 'failed to read the latest transactions');
    return WINDOW_FAILED_MS;
  }

  const windows = createLoop({
    clock,
    log,
    firstMs: 0,
    everyMs: WINDOW_FAILED_MS,
    work: windowRound,
    failureMessage: 'failed to read the latest transactions; retrying',
  });
  const pasts = createLoop({
    clock,
    log,
    firstMs: 0,
    everyMs: BACKFILL_PAUSE_MS.failed,
    work: async () => past.round(await isKeeper()),
    failureMessage: 'failed to read the past transactions; retrying',
  });

  return {
    start() {
      windows.start();
      pasts.start();
    },
    progress: past.progress,
    progressOf: past.progressOf,
    prioritize(period) {
      past.prioritize(period);
      pasts.wake();
    },
    async stop() {
      const stopped = [windows.stop(), pasts.stop()];
      mirror.stop();
      await Promise.all(stopped);
    },
  };
}
