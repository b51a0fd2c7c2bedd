import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import { writeDurably } from '../../../bff/platform/base/durable-file.ts';
import { describeError } from '../../../bff/platform/base/logging.ts';
import { createLoop } from '../../../bff/platform/base/loop.ts';
import { BACKUPS_OVERDUE_AFTER_MS, BACKUPS_RETRY_AFTER_MS, SET_UP_PAUSE_MS } from './limits.ts';
import { type FinishedBackup, folderFor, newestBackup, removeOldBackups } from './list-backups.ts';
import { UnfitBackup } from './manifest.ts';

/** In the folder of a backup. */
const TRIAL_FILE = 'trial.json';

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

/** The result of a backup's trial, stored with it, so that restarts and other servers know it. */
const trialSchema = z.object({ failedAt: z.nullable(z.number()) });
type Trial = z.infer<typeof trialSchema>;

/**
 * Makes a backup at regular intervals, also across restarts: the folder shows when the last was
 * made. Each is restored in a trial.
 */
export function createBackups({ to, everyMs, copiesMax, make, clock, log, ...options }: BackupsOptions): Backups {
  const startedAt = clock.now();
  let last: FinishedBackup | null = null;
  let failedAt: number | null = null;
  let unfitAt: number | null = null;
  const stopping = new AbortController();

  function readFolder(): void {
    /* A missing folder is not created, because it may be a disk that is not mounted. */
    if (!existsSync(to)) throw new UnfitBackup(`the folder of BACKUP_TO does not exist`);
    last = newestBackup(to, clock.now());
  }

  /** @returns how long to wait before the next, milliseconds */
  async function once(): Promise<number> {
    try {
      readFolder();
      if (last !== null && clock.now() < last.madeAt + everyMs) return await tryThenWait(last);
      if ((await options.isSetUp?.()) === false) return SET_UP_PAUSE_MS;
      const copyStartedAt = clock.now();
      const folder = folderFor(to, copyStartedAt);
      await make(folder);
      removeOldBackups(to, copiesMax, clock.now());
      readFolder();
      if (last === null || last.madeAt < copyStartedAt) throw new Error('The new backup is missing');
      failedAt = null;
      log.info({}, 'a backup was made');
      return await tryThenWait(last);
    } catch (error) {
      failedAt ??= clock.now();
      const reason = error instanceof UnfitBackup ? error.message : undefined;
      log.error({ ...describeError(error), ...(reason !== undefined && { reason }) }, 'failed to make a backup');
      return Math.min(BACKUPS_RETRY_AFTER_MS, everyMs);
    }
  }

  /** Tries a backup unless it was tried. @returns how long to wait before the next, milliseconds */
  async function tryThenWait({ folder, madeAt }: FinishedBackup): Promise<number> {
    if (options.tryRestore) {
      const earlier = readTrial(folder);
      const trial = earlier ?? (await tryOnce(options.tryRestore, folder));
      if (trial !== null && earlier === null) writeDurably(folder, TRIAL_FILE, JSON.stringify(trial));
      if (trial !== null) unfitAt = trial.failedAt;
    }
    return Math.max(0, madeAt + everyMs - clock.now());
  }

  /** Null if the server stops meanwhile. */
  async function tryOnce(tryRestore: TryRestore, folder: string): Promise<Trial | null> {
    try {
      await tryRestore(folder, stopping.signal);
      return { failedAt: null };
    } catch (error) {
      if (stopping.signal.aborted) return null;
      log.error(describeError(error), 'failed to restore the backup in a trial: run npm run restore:trial');
      return { failedAt: clock.now() };
    }
  }

  const loop = createLoop({ clock, log, everyMs, work: once, failureMessage: 'failed to make a backup' });

  return {
    start: loop.start,
    lastAt: () => last?.madeAt ?? null,
    trouble() {
      if (failedAt !== null) return { code: 'backup-failed', since: failedAt, lastAt: last?.madeAt ?? null };
      if (unfitAt !== null) return { code: 'backup-unfit', since: unfitAt, lastAt: null };
      const due = (last?.madeAt ?? startedAt) + everyMs + BACKUPS_OVERDUE_AFTER_MS;
      return clock.now() > due ? { code: 'backup-old', since: due, lastAt: last?.madeAt ?? null } : null;
    },
    stop() {
      stopping.abort();
      return loop.stop();
    },
  };
}

/** Null if the backup was not tried. */
function readTrial(folder: string): Trial | null {
  const file = join(folder, TRIAL_FILE);
  return existsSync(file) ? trialSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
}
