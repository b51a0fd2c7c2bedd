/** A picture without any light: a closed shutter, a finger on the lens, or a stream that the system has cut off. */
export const BLACK = {
  /** No pixel is brighter than this. */
  brightestMax: 20,
  /** Seen this often in a row, so that a moment of darkness says nothing. */
  looks: 3,
  everyMs: 1_000,
} as const;

/** Whether RGBA pixels are all black. */
export function isBlack(pixels: Uint8ClampedArray): boolean {
  return pixels.every((value, at) => at % 4 === 3 || value <= BLACK.brightestMax);
}

/**
 * Looks at a playing video once a second, in very small.
 * @param tell hears when the picture has turned black, and when it no longer is
 * @returns stops it
 */
export function watchForBlack(video: HTMLVideoElement, tell: (black: boolean) => void): () => void {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [32, 18];
  let dark = 0;
  const look = () => {
    const context = video.videoWidth === 0 ? null : canvas.getContext('2d', { willReadFrequently: true });
    if (!context) return;
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    dark = isBlack(context.getImageData(0, 0, canvas.width, canvas.height).data) ? dark + 1 : 0;
    if (dark === 0 || dark >= BLACK.looks) tell(dark > 0);
  };
  const timer = setInterval(look, BLACK.everyMs);
  return () => clearInterval(timer);
}
