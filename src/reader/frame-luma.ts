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

/** The rotation of a video frame before display; missing in the DOM's types. */
type Turned = VideoFrame & { readonly rotation?: number; readonly flip?: boolean };

/** Formats whose first plane is brightness, one byte per pixel. */
const BRIGHTNESS_FIRST: readonly (string | null)[] = ['I420', 'I420A', 'I422', 'I444', 'NV12'];

/**
 * Creates a function that returns the brightness of a frame and releases the frame. The brightness
 * of a video frame is copied from its memory; every other frame is drawn on one shared canvas.
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
 * True if a frame is a video frame whose first plane is its brightness, in display size and
 * unrotated.
 */
function isBrightnessFirst(frame: ImageBitmap | Turned): frame is VideoFrame {
  if (!('format' in frame) || !BRIGHTNESS_FIRST.includes(frame.format)) return false;
  const { visibleRect, displayWidth, displayHeight, rotation = 0, flip = false } = frame;
  return visibleRect?.width === displayWidth && visibleRect.height === displayHeight && rotation === 0 && !flip;
}

/**
 * Creates a function that returns the brightness of video frames, or null if the browser refuses.
 * The memory for a whole frame is reused.
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
      // Drawing it needs less memory; if that fails too, it is reported.
      return null;
    }
  };
}

function sizeOf(frame: ImageBitmap | VideoFrame): { width: number; height: number } {
  return 'displayWidth' in frame ? { width: frame.displayWidth, height: frame.displayHeight } : frame;
}
