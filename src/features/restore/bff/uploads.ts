import { constants, mkdirSync, rmSync, statfsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type * as z from 'zod/mini';
import { RESTORE_COPY } from '../../../bff/platform/storage/restore-journal.ts';
import type { UploadAnswer, uploadPieceSchema } from '../contract/endpoints.ts';

/** The upload itself, the copy of the trial, and that of the restore. */
const COPIES = 3;

/** One backup that a browser sends in pieces, in any order. */
export interface Uploads {
  /** Stores a piece. The first piece of another upload removes the earlier one. */
  store(piece: z.infer<typeof uploadPieceSchema>): Promise<UploadAnswer>;
  discard(): void;
}

/**
 * @param directory the data folder. The next trial after some hours removes what an interrupted
 * upload stored.
 */
export function createUploads(directory: string): Uploads {
  const folder = join(directory, `${RESTORE_COPY}upload`);
  let current: string | null = null;

  function begin(upload: string, bytesOfAll: number): UploadAnswer {
    current = null;
    rmSync(folder, { recursive: true, force: true });
    const { bavail, bsize } = statfsSync(directory);
    const needed = COPIES * bytesOfAll;
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
    async store({ upload, file, offset, data, bytesOfAll }) {
      const begun = upload === current ? { isStored: true as const, folder } : begin(upload, bytesOfAll);
      if (!begun.isStored) return begun;
      const piece = Buffer.from(data, 'base64');
      if (offset + piece.length > bytesOfAll)
        return { isStored: false, message: `${file} is longer than it was said to be` };
      const handle = await open(join(folder, file), constants.O_CREAT | constants.O_WRONLY, 0o600);
      try {
        await handle.write(piece, 0, piece.length, offset);
      } finally {
        await handle.close();
      }
      return begun;
    },
    discard() {
      current = null;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
