import type { Decoded, ScanFormat } from './decode-protocol.ts';
import { lumaOf } from './read/luma.ts';
import type { Reader } from './read/reader.ts';

let reader: Promise<Reader> | undefined;

/**
 * The reader of this thread.
 *
 * Its engines are loaded with the first call; the camera's are in a worker.
 */
export function readerHere(): Promise<Reader> {
  reader ??= import('./read/browser-reader.ts').then(({ startBrowserReader }) => startBrowserReader());
  return reader;
}

/**
 * Looks for a code in a still picture with the engines that the camera uses, on this thread.
 * @returns the code that was found, with its outline in pixels; none is an ordinary outcome
 */
export async function decodeImage(imageData: ImageData, formats: readonly ScanFormat[]): Promise<readonly Decoded[]> {
  return (await readerHere()).still(lumaOf(imageData), formats);
}
