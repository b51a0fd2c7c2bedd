import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest, UnfitBackup } from './manifest.ts';

/** `tillside-2030-01-15T09-00-00Z`: what the server names the backups that it makes by itself, and all that it ever removes. */
const NAME = /^tillside-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

/** A finished backup in the folder of backups. */
export interface KeptBackup {
  readonly folder: string;
  /** Milliseconds UTC. */
  readonly madeAt: number;
}

/** The folder for a backup that is begun now. */
export function folderFor(to: string, now: number): string {
  const second = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-');
  return join(to, `tillside-${second}Z`);
}

/** Finished backups that a server made, oldest first. @throws Error when the folder cannot be read */
export function keptBackups(to: string): KeptBackup[] {
  return ownNames(to)
    .flatMap((name) => keptAt(join(to, name)) ?? [])
    .sort((a, b) => a.madeAt - b.madeAt);
}

/** Removes all but the newest few, and what a server that was stopped half way left behind. */
export function removeOldBackups(to: string, keep: number): void {
  const kept = new Set(
    keptBackups(to)
      .slice(-keep)
      .map(({ folder }) => folder),
  );
  for (const name of ownNames(to)) {
    const folder = join(to, name);
    if (!kept.has(folder)) rmSync(folder, { recursive: true });
  }
}

function ownNames(to: string): string[] {
  return readdirSync(to).filter((name) => NAME.test(name));
}

function keptAt(folder: string): KeptBackup | null {
  try {
    const manifest = readManifest(folder);
    return manifest && { folder, madeAt: Date.parse(manifest.madeAt) };
  } catch (error) {
    if (error instanceof UnfitBackup) return null;
    throw error;
  }
}
