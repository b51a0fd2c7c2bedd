import type { Frame, Shown } from './decode-protocol.ts';
import type { Decoder } from './decoder.ts';

/**
 * Feeds a playing video to a decoder until stopped: the newest picture each time the decoder is free. There is never more
 * than one on its way.
 * @param onShown takes what each picture showed, nothing included
 * @returns stops it
 */
export function decodeFrames(video: HTMLVideoElement, decoder: Decoder, onShown: (shown: Shown) => void): () => void {
  const stop = new AbortController();
  async function run({ signal }: AbortController): Promise<void> {
    while (!signal.aborted) {
      await nextFrame(video);
      const frame = signal.aborted ? null : await grab(video);
      const shown = frame && (await decoder.decode(frame));
      if (shown && !signal.aborted) onShown(shown);
    }
  }
  void run(stop);
  return () => stop.abort();
}

function nextFrame(video: HTMLVideoElement): Promise<unknown> {
  return new Promise((resolve) => {
    if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(resolve);
    else requestAnimationFrame(resolve);
  });
}

/** A picture of the video; null while there is none, at the start or when the camera goes away in this moment. */
async function grab(video: HTMLVideoElement): Promise<Frame | null> {
  if (video.videoWidth === 0 || video.videoHeight === 0) return null;
  try {
    return handedOver(video) ?? (await createImageBitmap(video));
  } catch {
    return null;
  }
}

/** The picture as it lies in memory, so that this thread neither copies nor converts it; null where the browser cannot hand it over. */
function handedOver(video: HTMLVideoElement): VideoFrame | null {
  if (!('VideoFrame' in globalThis)) return null;
  try {
    return new VideoFrame(video);
  } catch {
    // A browser may know such pictures and still not give those of a camera.
    return null;
  }
}
