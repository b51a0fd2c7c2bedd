import type { Decoded, ScanFormat } from './decoded.ts';

/**
 * Looks for codes in a picture with the engine that the camera uses, on this thread. The engine is loaded with the first call.
 * @returns the codes that were found; none is an ordinary outcome
 */
export async function decodeImage(imageData: ImageData, formats: readonly ScanFormat[]): Promise<Decoded[]> {
  const { decodePixels } = await import('./zxing.ts');
  return decodePixels(imageData, formats);
}
