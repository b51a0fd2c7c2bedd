import { isBlack } from './black-picture.ts';
import { localReader } from './decode-image.ts';
import type { CameraFrame, DecodeReply, DecodeRequest, ScanFormat, SeenInPicture } from './decode-protocol.ts';
import workerUrl from './decoder.worker.ts?worker&url';
import { createLumaReader } from './frame-luma.ts';
import { readAs } from './read/reader.ts';

/**
 * Finds codes in pictures.
 *
 * Each call takes ownership of the picture: it is transferred or closed.
 */
export interface Decoder {
  /** @returns the result for the frame of a film; nothing if it was lost */
  decode(frame: CameraFrame, formats: readonly ScanFormat[]): Promise<SeenInPicture>;
  /** The same for a single picture, with more attempts. */
  decodeStill(picture: CameraFrame, formats: readonly ScanFormat[]): Promise<SeenInPicture>;
  close(): void;
}

interface DecoderParts {
  /** @throws if workers are not available */
  readonly startWorker: () => Worker;
  readonly decodeHere: typeof decodeOnThisThread;
}

const LOST: SeenInPicture = { codes: [], black: null };

let localLuma: ReturnType<typeof createLumaReader> | undefined;
async function decodeOnThisThread(
  frame: CameraFrame,
  formats: readonly ScanFormat[],
  turn: DecodeRequest['turn'],
): Promise<SeenInPicture> {
  localLuma ??= createLumaReader(document.createElement('canvas'));
  const picture = await localLuma(frame);
  return { codes: await readAs(await localReader(), picture, formats, turn), black: isBlack(picture) };
}

/** @param trustedUrl marks the address of the worker's script as trusted by the page's policy */
export function startDecoder(trustedUrl: (url: string) => string): Decoder {
  const startWorker = () => new Worker(trustedUrl(workerUrl), { type: 'module', name: 'decoder' });
  return createDecoder({ startWorker, decodeHere: decodeOnThisThread });
}

/**
 * A decoder in a worker. If the worker cannot start or reports an error, this thread takes over for
 * good.
 */
export function createDecoder({ startWorker, decodeHere }: DecoderParts): Decoder {
  const waiting = new Map<number, (shown: SeenInPicture) => void>();
  let worker: Worker | null = null;
  let lastId = 0;

  function stopWorker(): void {
    worker?.terminate();
    worker = null;
    for (const resolve of waiting.values()) resolve(LOST);
    waiting.clear();
  }

  function onReply({ data }: MessageEvent<DecodeReply>): void {
    if ('fault' in data) return stopWorker();
    waiting.get(data.id)?.(data.shown);
    waiting.delete(data.id);
  }

  try {
    worker = startWorker();
    worker.addEventListener('message', onReply);
    worker.addEventListener('error', stopWorker);
  } catch {
    // A strict policy or an old browser: frames are decoded on this thread.
    worker = null;
  }

  function sendFrame(
    frame: CameraFrame,
    formats: readonly ScanFormat[],
    id: number,
    turn: DecodeRequest['turn'],
  ): Promise<SeenInPicture> {
    const decoding = worker;
    if (!decoding) return decodeHere(frame, formats, turn);
    const request: DecodeRequest = { id, frame, formats, turn };
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      decoding.postMessage(request, 'data' in frame ? [frame.data.buffer] : [frame]);
    });
  }

  return {
    decode(frame, formats) {
      const id = lastId++;
      return sendFrame(frame, formats, id, id);
    },
    decodeStill: (picture, formats) => sendFrame(picture, formats, lastId++, 'still'),
    close: stopWorker,
  };
}
