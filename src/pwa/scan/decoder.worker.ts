import { isBlack } from './black-picture.ts';
import type { DecodeReply, DecodeRequest } from './decode-protocol.ts';
import { createLumaReader } from './frame-luma.ts';
import { startBrowserReader } from './read/browser-reader.ts';
import { readAs } from './read/reader.ts';

declare const self: DedicatedWorkerGlobalScope;

/**
 * Started at once, so that the first frame finds the engines ready.
 *
 * A failure is told with the first frame.
 */
const reader = startBrowserReader();
reader.catch(() => undefined);
/**
 * Made with the first frame, so that a browser without OffscreenCanvas answers with a fault instead
 * of falling silent.
 */
let readLuma: ReturnType<typeof createLumaReader> | undefined;

self.addEventListener('message', (event: MessageEvent<DecodeRequest>) => {
  void answer(event.data).then((reply) => self.postMessage(reply));
});

async function answer({ id, frame, formats, turn }: DecodeRequest): Promise<DecodeReply> {
  try {
    readLuma ??= createLumaReader(new OffscreenCanvas(1, 1));
    const picture = await readLuma(frame);
    const codes = await readAs(await reader, picture, formats, turn);
    return { id, shown: { codes, black: isBlack(picture) } };
  } catch (error) {
    return { id, fault: String(error) };
  }
}
