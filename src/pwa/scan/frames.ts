import type { CameraFrame, SeenInPicture } from './decode-protocol.ts';

/**
 * Feeds a playing video to a decoder until stopped: the newest picture each time the decoder is
 * free. There is never more than one on its way.
 * @param onShown takes what each picture showed, nothing included
 * @returns stops it
 */
export function decodeFrames(
  video: HTMLVideoElement,
  decode: (frame: CameraFrame) => Promise<SeenInPicture>,
  onShown: (shown: SeenInPicture) => void,
): () => void {
  const stop = new AbortController();
  async function run({ signal }: AbortController): Promise<void> {
    const nextFrame = frameWaiter(video, signal);
    while (!signal.aborted) {
      await nextFrame();
      const frame = signal.aborted ? null : await grab(video);
      const shown = frame && (await decode(frame));
      if (shown && !signal.aborted) onShown(shown);
    }
  }
  void run(stop);
  return () => stop.abort();
}

/**
 * So long a video may play without the browser telling of a picture: longer than any camera takes
 * for one.
 */
const SILENT_MS = 400;
/** How often is looked whether the video plays on, where the browser tells of none. */
const LOOK_MS = 40;

/**
 * Makes a function that waits until the video shows its next picture. Some browsers can be asked to
 * tell and never do, such as WebKit where it draws without a graphics card: there it counts that
 * the video plays on.
 * @param signal ends all waiting, without a picture
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
        /* Nobody is told of pictures of a page that is not seen. */
        if (document.hidden || video.currentTime === before) return;
        patienceMs = LOOK_MS;
        goOn();
      }, patienceMs);
      signal.addEventListener('abort', goOn);
      video.requestVideoFrameCallback(() => {
        patienceMs = SILENT_MS;
        goOn();
      });
    });
}

/**
 * A picture of the video; null while there is none, at the start or when the camera goes away in
 * this moment.
 */
async function grab(video: HTMLVideoElement): Promise<CameraFrame | null> {
  if (video.videoWidth === 0 || video.videoHeight === 0) return null;
  try {
    return handedOver(video) ?? (await createImageBitmap(video));
  } catch {
    return null;
  }
}

/**
 * The picture as it lies in memory, so that this thread neither copies nor converts it; null where
 * the browser cannot hand it over.
 */
function handedOver(video: HTMLVideoElement): VideoFrame | null {
  if (!('VideoFrame' in globalThis)) return null;
  try {
    return new VideoFrame(video);
  } catch {
    // A browser may know such pictures and still not give those of a camera.
    return null;
  }
}
