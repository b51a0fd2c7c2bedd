import type { Decoded } from './decoded.ts';
import type { Decoder } from './decoder.ts';

/**
 * Feeds a playing video to a decoder until stopped: the newest picture each time the decoder is free. There is never more
 * than one on its way.
 * @param onDecoded takes what each picture showed, nothing included
 * @returns stops it
 */
export function decodeFrames(video: HTMLVideoElement, decoder: Decoder, onDecoded: (decoded: readonly Decoded[]) => void): () => void {
  const stop = new AbortController();
  async function run({ signal }: AbortController): Promise<void> {
    while (!signal.aborted) {
      await nextFrame(video);
      const frame = signal.aborted ? null : await grab(video);
      const decoded = frame ? await decoder.decode(frame) : [];
      if (!signal.aborted) onDecoded(decoded);
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
async function grab(video: HTMLVideoElement): Promise<ImageBitmap | null> {
  if (video.videoWidth === 0 || video.videoHeight === 0) return null;
  try {
    return await createImageBitmap(video);
  } catch {
    return null;
  }
}
