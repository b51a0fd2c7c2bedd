import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { writeDurably } from '../../../bff/platform/base/durable-file.ts';
import { errorCode } from '../../../bff/platform/base/logging.ts';
import { readSmallText, UnfitFile } from '../../../bff/platform/base/small-file.ts';
import { MANIFEST_BYTES_MAX } from './limits.ts';

/** The last file of a backup to be written: a folder without it contains no complete backup. */
export const MANIFEST_FILE = 'backup.json';
/** The data key, unless it was left out. */
export const BACKUP_KEY_FILE = 'keys';

const manifestSchema = z.object({
  format: z.literal(1, 'was made by another version of Tillside'),
  /** ISO 8601 UTC: the backup contains everything that was confirmed before. */
  madeAt: z.iso.datetime(),
  version: z.string(),
  store: z.enum(['sqlite', 'postgres']),
  journalId: z.string().nullable(),
  /** Identify the keys of the journal; null for a journal that is older than these marks. */
  /**
   * Marks of the data keys that open the journal: two during a rotation, none if its first data key
   * is its root.
   */
  dataKeyMarks: z.array(z.string()).default([]),
  migrations: z.array(z.string()),
  file: z.enum(['tillside.sqlite', 'tillside.dump']),
  bytes: z.number(),
  sha256: z.string(),
  hasKey: z.boolean(),
  /**
   * The end of the audit trail of each shop, as `audit:verify` prints it, null for a trail without
   * an entry, and the fault of the trail.
   */
  trails: z.array(z.object({ shop: z.string(), end: z.string().nullable(), fault: z.string().nullable() })),
});

export type Manifest = z.infer<typeof manifestSchema>;

/** A backup that cannot be used, with a message for the user. */
export class UnfitBackup extends Error {}

/** @returns null for a folder without a finished backup. @throws UnfitBackup if it is unreadable */
export function readManifest(folder: string): Manifest | null {
  const text = readIfExists(join(folder, MANIFEST_FILE));
  if (text === null) return null;
  const parsed = manifestSchema.safeParse(parseJson(text));
  if (!parsed.success) throw new UnfitBackup(`${join(folder, MANIFEST_FILE)} cannot be read: use another backup`);
  return parsed.data;
}

function readIfExists(file: string): string | null {
  try {
    return readSmallText(file, MANIFEST_BYTES_MAX);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return null;
    if (error instanceof UnfitFile) throw new UnfitBackup(`${error.message}: use another backup`, { cause: error });
    throw error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    /* Reported together with all other faults. */
    return null;
  }
}

export function writeManifest(folder: string, manifest: Manifest): void {
  writeDurably(folder, MANIFEST_FILE, `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Size and SHA-256 of a file, read in pieces. */
export async function fingerprint(file: string): Promise<Pick<Manifest, 'bytes' | 'sha256'>> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  return { bytes: statSync(file).size, sha256: hash.digest('hex') };
}

/** @returns null for a file of another size, which is not read */
async function fingerprintOf(path: string, bytes: number): Promise<Pick<Manifest, 'sha256'> | null> {
  const found = statSync(path);
  return found.isFile() && found.size === bytes ? fingerprint(path) : null;
}

/** @throws UnfitBackup if the file of a backup has changed */
export async function assertUndamaged(folder: string, { file, bytes, sha256 }: Manifest): Promise<void> {
  const path = join(folder, file);
  const found = await fingerprintOf(path, bytes).catch((error: unknown) => {
    throw new UnfitBackup(`${path} cannot be read (${errorCode(error) ?? 'unknown reason'})`, { cause: error });
  });
  if (found?.sha256 !== sha256)
    throw new UnfitBackup(`${path} is damaged: its contents have changed. Use another backup`);
}
