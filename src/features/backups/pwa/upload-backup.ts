import type * as z from 'zod/mini';
import { call } from '../../../pwa/api/live.ts';
import { page } from '../../../pwa/api/page.ts';
import { PIECE_BYTES, type UploadAnswer, uploadPieceSchema } from '../contract/endpoints.ts';

/** Requests that are sent at the same time. */
const AT_ONCE = 4;

type Piece = Pick<z.infer<typeof uploadPieceSchema>, 'file' | 'offset'> & { readonly content: Blob };

/** The pieces of the files that belong to a backup. Others, for example notes, are left out. */
function piecesOf(files: readonly File[]): Piece[] {
  return files.flatMap((file) => {
    const known = uploadPieceSchema.shape.file.safeParse(file.name);
    if (!known.success) return [];
    const offsets = Array.from({ length: Math.ceil(file.size / PIECE_BYTES) }, (_, index) => index * PIECE_BYTES);
    return offsets.map((offset) => ({ file: known.data, offset, content: file.slice(offset, offset + PIECE_BYTES) }));
  });
}

interface UploadOptions {
  readonly code: string;
  readonly signal: AbortSignal;
  /** @param share from 0 to 1 */
  readonly onProgress: (share: number) => void;
}

/**
 * Sends the files of a backup to the server.
 * @throws as `call`; the reason of the signal
 */
export async function uploadBackup(
  files: readonly File[],
  { code, signal, onProgress }: UploadOptions,
): Promise<UploadAnswer> {
  const pieces = piecesOf(files);
  const totalBytes = pieces.reduce((sum, { content }) => sum + content.size, 0);
  const upload = page.uuid();
  let stored = 0;
  async function send({ content, ...piece }: Piece): Promise<UploadAnswer> {
    signal.throwIfAborted();
    const body = { code, upload, ...piece, data: await base64Of(content), totalBytes };
    const answer = await call('uploadBackup', { body, signal });
    stored += content.size;
    onProgress(stored / totalBytes);
    return answer;
  }
  /* The first piece begins the upload, so the others wait for it. */
  const [first, ...rest] = pieces;
  if (first === undefined) throw new Error('An upload needs files of a backup');
  let answer = await send(first);
  async function sendRest(): Promise<void> {
    for (let piece = rest.shift(); piece !== undefined && answer.isStored; piece = rest.shift()) {
      const next = await send(piece);
      if (answer.isStored) answer = next;
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sendRest));
  return answer;
}

/** True if the files contain a backup. */
export function hasManifest(files: readonly File[]): boolean {
  return files.some(({ name }) => name === 'backup.json');
}

async function base64Of(content: Blob): Promise<string> {
  const bytes = new Uint8Array(await content.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
