import type { CameraFrame, SeenInPicture } from './decode-protocol.ts';
import { FRAMES_POLL_MS, SILENT_MS } from './limits.ts';

/**
 * Passes the frames of a playing video to a decoder: the newest one each time the decoder is free,
 * and never more than one at a time.
 * @param onDecoded receives the result of each frame, even an empty one
 * @returns a function that stops
 */
export function decodeFrames(
  video: HTMLVideoElement,
  decode: (frame: CameraFrame) => Promise<SeenInPicture>,
  onDecoded: (decoded: SeenInPicture) => void,
): () => void {
  const stop = new AbortController();
  async function run({ signal }: AbortController): Promise<void> {
    const nextFrame = frameWaiter(video, signal);
    while (!signal.aborted) {
      await nextFrame();
      const frame = signal.aborted ? null : await grab(video);
      const decoded = frame && (await decode(frame));
      if (decoded && !signal.aborted) onDecoded(decoded);
    }
  }
  void run(stop);
  return () => stop.abort();
}

/**
 * Creates a function that waits for the next frame of the video. Some browsers offer frame
 * callbacks but never call them, such as WebKit without a graphics card. There, progress of the
 * playback counts.
 * @param signal ends all waiting, without a frame
 */
function frameWaiter(video: HTMLVideoElement, signal: AbortSignal): () => Promise<void> {
  if (!('requestVideoFrameCallback' in video))
    return () => new Promise((resolve) => requestAnimationFrame(() => resolve()));
  let patienceMs = SILENT_MS;
  return () =>
    new Promise((resolve) => {
      const before = video.currentTime;
      const goOn = () => {
        clearInterval(watch);
        signal.removeEventListener('abort', goOn);
        resolve();
      };
      const watch = setInterval(() => {
        /* A hidden page gets no frame callbacks. */
        if (document.hidden || video.currentTime === before) return;
        patienceMs = FRAMES_POLL_MS;
        goOn();
      }, patienceMs);
      signal.addEventListener('abort', goOn);
      video.requestVideoFrameCallback(() => {
        patienceMs = SILENT_MS;
        goOn();
      });
    });
}

/** A frame of the video; null at the start, or if the camera just ended. */
async function grab(video: HTMLVideoElement): Promise<CameraFrame | null> {
  if (video.videoWidth === 0 || video.videoHeight === 0) return null;
  try {
    return handedOver(video) ?? (await createImageBitmap(video));
  } catch {
    return null;
  }
}

/**
 * The frame without copying or conversion on this thread; null if the browser cannot provide it.
 */
function handedOver(video: HTMLVideoElement): VideoFrame | null {
  if (!('VideoFrame' in globalThis)) return null;
  try {
    return new VideoFrame(video);
  } catch {
    // A browser may support video frames, but not those of a camera.
    return null;
  }
}
