import type { DecodeReply, DecodeRequest } from './decoded.ts';
import { createPixelReader } from './pixels.ts';
import { decodePixels } from './zxing.ts';

declare const self: DedicatedWorkerGlobalScope;

/** Made with the first frame, so that a browser without OffscreenCanvas answers with a fault instead of falling silent. */
let readPixels: ReturnType<typeof createPixelReader> | undefined;

self.addEventListener('message', (event: MessageEvent<DecodeRequest>) => self.postMessage(answer(event.data)));

function answer({ id, frame, formats }: DecodeRequest): DecodeReply {
  try {
    readPixels ??= createPixelReader(new OffscreenCanvas(1, 1));
    return { id, decoded: decodePixels(readPixels(frame), formats) };
  } catch (error) {
    return { id, fault: String(error) };
  }
}
