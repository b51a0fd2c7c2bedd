import { constants, mkdirSync, rmSync, statfsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type * as z from 'zod/mini';
import type { UploadAnswer, uploadPieceSchema } from '../contract/endpoints.ts';
import { TEMPORARY_FOLDER_PREFIX } from './restore-journal.ts';

/** The upload itself, the copy of the trial, and that of the restore. */
const COPIES = 3;

/** One backup that a browser sends in pieces, in any order. */
export interface Uploads {
  /** Stores a piece. The first piece of another upload removes the earlier one. */
  store(piece: z.infer<typeof uploadPieceSchema>): Promise<UploadAnswer>;
  /** Removes what was stored. Pieces of it that are still on their way are not stored. */
  discard(): void;
}

/**
 * @param directory the data folder
 */
export function createUploads(directory: string): Uploads {
  const folder = join(directory, `${TEMPORARY_FOLDER_PREFIX}upload`);
  let current: string | null = null;
  let stopped: string | null = null;

  function begin(upload: string, totalBytes: number): UploadAnswer {
    current = null;
    rmSync(folder, { recursive: true, force: true });
    const { bavail, bsize } = statfsSync(directory);
    const needed = COPIES * totalBytes;
    if (bavail * bsize < needed) {
      const megabytes = Math.ceil(needed / 1_000_000);
      return {
        isStored: false,
        message: `The disk of ${directory} needs ${megabytes} MB of free space for this backup`,
      };
    }
    mkdirSync(folder, { mode: 0o700 });
    current = upload;
    return { isStored: true, folder };
  }

  return {
    async store({ upload, file, offset, data, totalBytes }) {
      if (upload === stopped) return { isStored: false, message: 'The upload was stopped' };
      const begun = upload === current ? { isStored: true as const, folder } : begin(upload, totalBytes);
      if (!begun.isStored) return begun;
      const piece = Buffer.from(data, 'base64');
      if (offset + piece.length > totalBytes) return { isStored: false, message: `${file} is larger than announced` };
      const handle = await open(join(folder, file), constants.O_CREAT | constants.O_WRONLY, 0o600);
      try {
        await handle.write(piece, 0, piece.length, offset);
      } finally {
        await handle.close();
      }
      return begun;
    },
    discard() {
      stopped = current;
      current = null;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
