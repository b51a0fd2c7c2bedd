import type { CameraFrame } from './decode-protocol.ts';
import { type Luma, lumaOf } from './read/luma.ts';

interface PixelContext {
  drawImage(image: CanvasImageSource, x: number, y: number): void;
  getImageData(x: number, y: number, width: number, height: number): ImageData;
}
interface PixelCanvas {
  width: number;
  height: number;
  getContext(kind: '2d', options: { willReadFrequently: boolean }): PixelContext | null;
}

/**
 * How a video picture lies in memory, as far as it is turned before it is shown; not yet in the
 * DOM's typings.
 */
type Turned = VideoFrame & { readonly rotation?: number; readonly flip?: boolean };

/** Kinds of video pictures whose first plane is brightness, a byte for each pixel. */
const BRIGHTNESS_FIRST: readonly (string | null)[] = ['I420', 'I420A', 'I422', 'I444', 'NV12'];

/**
 * Makes a function that gives the brightness of a frame and releases the frame. A video picture's
 * own brightness is taken as it lies in memory; every other frame is drawn on one canvas that is
 * kept.
 * @param canvas a canvas of any size
 */
export function createLumaReader(canvas: PixelCanvas): (frame: CameraFrame) => Promise<Luma> {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser gives no canvas to read pictures from.');

  const firstPlane = planeReader();
  const drawn = (frame: ImageBitmap | VideoFrame): Luma => {
    const { width, height } = sizeOf(frame);
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    context.drawImage(frame, 0, 0);
    return lumaOf(context.getImageData(0, 0, width, height));
  };

  return async (frame) => {
    if ('data' in frame) return lumaOf(frame);
    try {
      return (isBrightnessFirst(frame) && (await firstPlane(frame))) || drawn(frame);
    } finally {
      frame.close();
    }
  };
}

/**
 * Whether a frame is a video picture that begins with its brightness, as large as it is shown and
 * the same way up.
 */
function isBrightnessFirst(frame: ImageBitmap | Turned): frame is VideoFrame {
  if (!('format' in frame) || !BRIGHTNESS_FIRST.includes(frame.format)) return false;
  const { visibleRect, displayWidth, displayHeight, rotation = 0, flip = false } = frame;
  return visibleRect?.width === displayWidth && visibleRect.height === displayHeight && rotation === 0 && !flip;
}

/**
 * Makes a function that gives the brightness of video pictures, null where the browser does not
 * give it out after all. The memory for whole pictures is kept from one to the next.
 */
function planeReader(): (frame: VideoFrame) => Promise<Luma | null> {
  let planes = new Uint8Array(0);
  return async (frame) => {
    const { width, height } = sizeOf(frame);
    try {
      const size = frame.allocationSize();
      if (planes.length < size) planes = new Uint8Array(size);
      const [brightness] = await frame.copyTo(planes);
      if (!brightness) return null;
      const { offset, stride } = brightness;
      const values = new Uint8Array(width * height);
      for (let y = 0; y < height; y++)
        values.set(planes.subarray(offset + y * stride, offset + y * stride + width), y * width);
      return { values, width, height };
    } catch {
      // Drawing it needs less; if that fails too, it is told.
      return null;
    }
  };
}

function sizeOf(frame: ImageBitmap | VideoFrame): { width: number; height: number } {
  return 'displayWidth' in frame ? { width: frame.displayWidth, height: frame.displayHeight } : frame;
}
