import { isBlack } from './black-picture.ts';
import type { DecodeReply, DecodeRequest } from './decode-protocol.ts';
import { createLumaReader } from './frame-luma.ts';
import { startBrowserReader } from './read/browser-reader.ts';
import { readAs } from './read/reader.ts';

declare const self: DedicatedWorkerGlobalScope;

/**
 * Started early, so that the engines are ready for the first frame.
 *
 * A failure is reported with the first frame.
 */
const reader = startBrowserReader();
reader.catch(() => undefined);
/**
 * Created with the first frame, so that a browser without OffscreenCanvas reports an error instead
 * of never answering.
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
