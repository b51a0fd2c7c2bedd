import type { Frame } from './decoded.ts';

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
 * Makes a function that gives the pixels of a frame, on one canvas that is kept, and releases the frame.
 * @param canvas a canvas of any size
 */
export function createPixelReader(canvas: PixelCanvas): (frame: Frame) => ImageData {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser gives no canvas to read pictures from.');
  return (frame) => {
    if ('data' in frame) return frame;
    const { width, height } = sizeOf(frame);
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    context.drawImage(frame, 0, 0);
    frame.close();
    return context.getImageData(0, 0, width, height);
  };
}

function sizeOf(frame: ImageBitmap | VideoFrame): { width: number; height: number } {
  return 'displayWidth' in frame ? { width: frame.displayWidth, height: frame.displayHeight } : frame;
}
