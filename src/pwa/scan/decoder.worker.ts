import type { DecodeReply, DecodeRequest } from './decoded.ts';
import { createPixelReader } from './pixels.ts';
import { startBrowserReader } from './read/browser-reader.ts';
import { lumaOf } from './read/luma.ts';

declare const self: DedicatedWorkerGlobalScope;

/** Started at once, so that the first frame finds the engines ready. A failure is told with the first frame. */
const reader = startBrowserReader();
reader.catch(() => undefined);
/** Made with the first frame, so that a browser without OffscreenCanvas answers with a fault instead of falling silent. */
let readPixels: ReturnType<typeof createPixelReader> | undefined;

self.addEventListener('message', (event: MessageEvent<DecodeRequest>) => {
  void answer(event.data).then((reply) => self.postMessage(reply));
});

async function answer({ id, frame, formats, turn }: DecodeRequest): Promise<DecodeReply> {
  try {
    readPixels ??= createPixelReader(new OffscreenCanvas(1, 1));
    const picture = lumaOf(readPixels(frame));
    return { id, decoded: await (await reader).frame(picture, formats, turn) };
  } catch (error) {
    return { id, fault: String(error) };
  }
}
