import { existsSync } from 'node:fs';
import type { Ports } from '../audit/ports.ts';
import { describeError } from '../base/logging.ts';
import { createLoop } from '../base/loop.ts';
import { folderFor, newestMadeAt, removeOldBackups } from './list-backups.ts';
import { UnfitBackup } from './manifest.ts';

const HOUR_MS = 60 * 60_000;
/** The pause after a failed backup. */
const AGAIN_MS = 15 * 60_000;
/** A manager is notified if a backup is this late; a backup itself takes some minutes. */
const LATE_MS = HOUR_MS;

export interface BackupTrouble {
  readonly code: 'backup-failed' | 'backup-old';
  /** Since when, milliseconds UTC. */
  readonly since: number;
  /** When the newest good one was made; null for none. */
  readonly lastAt: number | null;
}

export interface Backups {
  /** Starts making them, the first at once unless there is a recent one. */
  start(): void;
  /** When the newest good one was made, milliseconds UTC; null for none. */
  lastAt(): number | null;
  /** Null without a problem. */
  trouble(): BackupTrouble | null;
  /** Stops; resolves once no backup is being made. */
  stop(): Promise<void>;
}

export interface BackupsOptions extends Pick<Ports, 'clock' | 'log'> {
  /** The folder for them, each in its own subfolder. */
  readonly to: string;
  readonly everyMs: number;
  readonly keep: number;
  readonly make: (folder: string) => Promise<unknown>;
}

/**
 * Makes a backup at regular intervals, also across restarts: the folder shows when the last was
 * made.
 */
export function createBackups({ to, everyMs, keep, make, clock, log }: BackupsOptions): Backups {
  const startedAt = clock.now();
  let last: number | null = null;
  let failedAt: number | null = null;

  function backUpIfDue(): void {
    /* If the folder were created here, it would be an empty one in place of a disk that is not
       mounted. */
    if (!existsSync(to)) throw new UnfitBackup(`the folder of BACKUP_TO is not there`);
    last = newestMadeAt(to, clock.now());
  }

  /** @returns how long to wait before the next, milliseconds */
  async function once(): Promise<number> {
    try {
      backUpIfDue();
      const waitMs = last === null ? 0 : last + everyMs - clock.now();
      if (waitMs > 0) return waitMs;
      const copyStartedAt = clock.now();
      await make(folderFor(to, copyStartedAt));
      removeOldBackups(to, keep, clock.now());
      backUpIfDue();
      if (last === null || last < copyStartedAt) throw new Error('The backup that was made is not there');
      failedAt = null;
      log.info({}, 'a backup was made');
      return everyMs;
    } catch (error) {
      failedAt ??= clock.now();
      const reason = error instanceof UnfitBackup ? error.message : undefined;
      log.error({ ...describeError(error), ...(reason !== undefined && { reason }) }, 'a backup could not be made');
      return Math.min(AGAIN_MS, everyMs);
    }
  }

  const { start, stop } = createLoop({ clock, log, everyMs, work: once, sorry: 'a backup could not be made' });

  return {
    start,
    lastAt: () => last,
    trouble() {
      if (failedAt !== null) return { code: 'backup-failed', since: failedAt, lastAt: last };
      const due = (last ?? startedAt) + everyMs + LATE_MS;
      return clock.now() > due ? { code: 'backup-old', since: due, lastAt: last } : null;
    },
    stop,
  };
}
