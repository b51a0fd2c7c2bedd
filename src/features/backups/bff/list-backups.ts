import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest, UnfitBackup } from './manifest.ts';

/**
 * Backups that the server makes regularly, and before it migrates a journal. It deletes old ones.
 */
type BackupKind = 'tillside' | 'before-upgrade';

/** `tillside-2030-01-15T09-00-00Z` */
const TIME = /^-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

export interface FinishedBackup {
  readonly folder: string;
  /** Milliseconds UTC. */
  readonly madeAt: number;
}

export function folderFor(to: string, now: number, kind: BackupKind = 'tillside'): string {
  const second = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-');
  return join(to, `${kind}-${second}Z`);
}

/**
 * Returns finished automatic backups, oldest first. Backups dated in the future were made before
 * the clock was set back. They come first, because every backup from now on is newer.
 * @throws Error if the folder cannot be read
 */
export function listBackups(to: string, now: number, kind: BackupKind = 'tillside'): FinishedBackup[] {
  const isToCome = ({ madeAt }: FinishedBackup) => madeAt > now;
  const finished = backupNames(to, kind)
    .flatMap((name) => readBackup(join(to, name)) ?? [])
    .sort((a, b) => a.madeAt - b.madeAt);
  return [...finished.filter(isToCome), ...finished.filter((backup) => !isToCome(backup))];
}

/** Returns the newest complete backup; null without one, or if all are dated in the future. */
export function newestBackup(to: string, now: number): FinishedBackup | null {
  const newest = listBackups(to, now).at(-1);
  return newest === undefined || newest.madeAt > now ? null : newest;
}

/** Deletes all backups except the newest ones, and unfinished backups of an interrupted server. */
export function removeOldBackups(to: string, count: number, now: number, kind: BackupKind = 'tillside'): void {
  const retained = new Set(
    listBackups(to, now, kind)
      .slice(-count)
      .map(({ folder }) => folder),
  );
  for (const name of backupNames(to, kind)) {
    const folder = join(to, name);
    if (!retained.has(folder)) rmSync(folder, { recursive: true });
  }
}

function backupNames(to: string, kind: BackupKind): string[] {
  return readdirSync(to).filter((name) => name.startsWith(kind) && TIME.test(name.slice(kind.length)));
}

function readBackup(folder: string): FinishedBackup | null {
  try {
    const manifest = readManifest(folder);
    return manifest && { folder, madeAt: Date.parse(manifest.madeAt) };
  } catch (error) {
    if (error instanceof UnfitBackup) return null;
    throw error;
  }
}
