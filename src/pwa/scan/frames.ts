import type { Decoded } from './decoded.ts';
import type { Decoder } from './decoder.ts';

/** The middle part of a picture, where the finder's corners ask for the code: this share of its width and height. */
const CENTRE = 2 / 3;

/**
 * Feeds a playing video to a decoder until stopped: the newest picture each time the decoder is free, in turns the centre, which is quick
 * and sharp, and the whole. There is never more than one picture on its way.
 * @param onDecoded takes what each picture showed, nothing included
 * @returns stops it
 */
export function decodeFrames(video: HTMLVideoElement, decoder: Decoder, onDecoded: (decoded: readonly Decoded[]) => void): () => void {
  const stop = new AbortController();
  async function run({ signal }: AbortController): Promise<void> {
    for (let turn = 0; !signal.aborted; turn++) {
      await nextFrame(video);
      const frame = signal.aborted ? null : await grab(video, turn % 2 === 0);
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
async function grab(video: HTMLVideoElement, centre: boolean): Promise<ImageBitmap | null> {
  const { videoWidth: width, videoHeight: height } = video;
  if (width === 0 || height === 0) return null;
  const share = centre ? CENTRE : 1;
  const [w, h] = [Math.round(width * share), Math.round(height * share)];
  try {
    return await createImageBitmap(video, Math.floor((width - w) / 2), Math.floor((height - h) / 2), w, h);
  } catch {
    return null;
  }
}
