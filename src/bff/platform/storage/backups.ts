import { existsSync } from 'node:fs';
import type { Ports } from '../audit/ports.ts';
import { describeError } from '../base/logging.ts';
import { createLoop } from '../base/loop.ts';
import { folderFor, newestMadeAt, removeOldBackups } from './list-backups.ts';
import { UnfitBackup } from './manifest.ts';

const HOUR_MS = 60 * 60_000;
/** The pause after a failed backup. */
const RETRY_AFTER_MS = 15 * 60_000;
/** The pause before the shop is set up. */
const SET_UP_PAUSE_MS = 60_000;
/** A manager is notified if a backup is this late. A backup takes some minutes. */
const OVERDUE_AFTER_MS = HOUR_MS;

export interface BackupTrouble {
  readonly code: 'backup-failed' | 'backup-old' | 'backup-unfit';
  /** Start of the trouble, milliseconds UTC. */
  readonly since: number;
  /** Time of the newest complete backup, milliseconds UTC; null without one. */
  readonly lastAt: number | null;
}

export interface Backups {
  /**
   * Starts regular backups, the first one now unless a recent backup exists or the shop is
   * not set up.
   */
  start(): void;
  /** Time of the newest complete backup, milliseconds UTC; null without one. */
  lastAt(): number | null;
  /** Null without a problem. */
  trouble(): BackupTrouble | null;
  /** Stops; resolves once no backup is being made. */
  stop(): Promise<void>;
}

/** @param signal ends the trial when the server stops */
export type TryRestore = (folder: string, signal: AbortSignal) => Promise<unknown>;

export interface BackupsOptions extends Pick<Ports, 'clock' | 'log'> {
  /** The folder for backups, each in its own subfolder. */
  readonly to: string;
  readonly everyMs: number;
  readonly copiesMax: number;
  readonly make: (folder: string) => Promise<unknown>;
  /** Restores a backup in a trial. Rejects if it cannot be restored. */
  readonly tryRestore?: TryRestore;
  /** False before the shop is set up: a backup would be empty, and the next one a day later. */
  readonly isSetUp?: () => Promise<boolean>;
}

/**
 * Makes a backup at regular intervals, also across restarts: the folder shows when the last was
 * made. Each is restored in a trial.
 */
export function createBackups({ to, everyMs, copiesMax, make, clock, log, ...options }: BackupsOptions): Backups {
  const startedAt = clock.now();
  let last: number | null = null;
  let failedAt: number | null = null;
  let unfitAt: number | null = null;
  const stopping = new AbortController();

  function backUpIfDue(): void {
    /* A missing folder is not created, because it may be a disk that is not mounted. */
    if (!existsSync(to)) throw new UnfitBackup(`the folder of BACKUP_TO is not there`);
    last = newestMadeAt(to, clock.now());
  }

  /** @returns how long to wait before the next, milliseconds */
  async function once(): Promise<number> {
    try {
      backUpIfDue();
      const waitMs = last === null ? 0 : last + everyMs - clock.now();
      if (waitMs > 0) return waitMs;
      if ((await options.isSetUp?.()) === false) return SET_UP_PAUSE_MS;
      const copyStartedAt = clock.now();
      const folder = folderFor(to, copyStartedAt);
      await make(folder);
      removeOldBackups(to, copiesMax, clock.now());
      backUpIfDue();
      if (last === null || last < copyStartedAt) throw new Error('The backup that was made is not there');
      failedAt = null;
      log.info({}, 'a backup was made');
      await trial(folder);
      return everyMs;
    } catch (error) {
      failedAt ??= clock.now();
      const reason = error instanceof UnfitBackup ? error.message : undefined;
      log.error({ ...describeError(error), ...(reason !== undefined && { reason }) }, 'a backup could not be made');
      return Math.min(RETRY_AFTER_MS, everyMs);
    }
  }

  async function trial(folder: string): Promise<void> {
    try {
      await options.tryRestore?.(folder, stopping.signal);
      unfitAt = null;
    } catch (error) {
      if (stopping.signal.aborted) return;
      unfitAt = clock.now();
      log.error(describeError(error), 'the backup could not be restored in a trial: run npm run restore:trial');
    }
  }

  const loop = createLoop({ clock, log, everyMs, work: once, failureMessage: 'a backup could not be made' });

  return {
    start: loop.start,
    lastAt: () => last,
    trouble() {
      if (failedAt !== null) return { code: 'backup-failed', since: failedAt, lastAt: last };
      if (unfitAt !== null) return { code: 'backup-unfit', since: unfitAt, lastAt: null };
      const due = (last ?? startedAt) + everyMs + OVERDUE_AFTER_MS;
      return clock.now() > due ? { code: 'backup-old', since: due, lastAt: last } : null;
    },
    stop() {
      stopping.abort();
      return loop.stop();
    },
  };
}
